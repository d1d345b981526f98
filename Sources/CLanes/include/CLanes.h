#ifndef CLANES_H
#define CLANES_H
#pragma STDC FP_CONTRACT OFF
#endif
