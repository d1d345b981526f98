#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

// The digests of OpenSSL's libcrypto, version 3, which use the CPU's SHA instructions.

#include <openssl/evp.h>

#endif
