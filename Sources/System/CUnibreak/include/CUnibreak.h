// The part of libunibreak that Motes calls.
#include "../linebreak.h"
