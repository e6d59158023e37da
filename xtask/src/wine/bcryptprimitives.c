/* Rust's standard library takes random bytes from ProcessPrng, which Wine before version 9 lacks.
   Wine's own generator stands in for it. */

#include <stddef.h>

__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, size_t length) {
    return SystemFunction036(buffer, (unsigned long)length);
}
