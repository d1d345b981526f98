// An ICU without languages, for the packaged command: Foundation, linked statically, brings ICU's data of 30 MB, of which Motes needs none. ICU
// itself has such an empty file of data for this purpose (its stubdata), with the same header: 32 bytes, the format "ToCP", no entries.
//
// The symbol's name is that of the ICU of Swift's toolchain (ICU_DATA).

#include <stdint.h>

struct icu_data {
  uint16_t header_bytes;
  uint8_t magic[2];
  uint16_t info_bytes;
  uint16_t reserved;
  uint8_t is_big_endian;
  uint8_t is_ebcdic;
  uint8_t character_bytes;
  uint8_t padding;
  char format[4];
  uint8_t format_version[4];
  uint8_t data_version[4];
  uint8_t end_of_header[8];
  uint32_t entry_count;
  uint32_t entries[4];
};

_Alignas(16) const struct icu_data ICU_DATA = {
  .header_bytes = 32,
  .magic = {0xDA, 0x27},
  .info_bytes = 20,
  .character_bytes = 2,
  .format = {'T', 'o', 'C', 'P'},
  .format_version = {1},
};
