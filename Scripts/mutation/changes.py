"""Finds the places of a Swift source where a small change can be made, and makes all of them at once, each behind a switch.

A change takes the place of an operator, a word or a number: `a < b` becomes `a <‹17› b`, where <‹17› is an operator of its own that is `<=` while change
17 is on, and `<` otherwise. So one build holds all changes (mutant schemata: Untch, Offutt, Harrold 1993, "Mutation analysis using mutant schemata"), and
each place notes that it was reached.
"""

import re
from dataclasses import dataclass

# What is swapped for what, between spaces, and the family of Swift functions that do it (see `operators`).
swaps = {
    "<": ("<=", "order"), ">": (">=", "order"), "<=": ("<", "order"), ">=": (">", "order"),
    "==": ("!=", "same"), "!=": ("==", "same"),
    "+": ("-", "sum"), "-": ("+", "sum"), "*": ("/", "product"),
    "&&": ("||", "logic"), "||": ("&&", "logic"),
}
precedence = {"order": "Comparison", "same": "Comparison", "sum": "Addition", "product": "Multiplication"}
# The characters of an operator's number, which are those of Swift's operators that begin nothing else.
digits = "~^|%"

patterns = [
    (re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||[<>+\-*])(?= )"), "operator"),
    (re.compile(r"(?<![\w.])(true|false)\b"), "truth"),
    (re.compile(r"(?<![\w.])(min|max)\((?=[^)]*,)"), "extreme"),
    (re.compile(r"(?<=\?\? )(\d+(?:\.\d+)?)(?![\w.])"), "number"),
]
# Lines whose operators are no computation: declarations, attributes, conditions of compilation and of types.
refused = re.compile(r"^\s*(import|@|#|case\b.*:\s*$|precedencegroup|infix|prefix|assert|precondition)|->|\bfunc\b|\binit[?(<]|\bsubscript\b|@\w+\(|\bwhere [A-Z]\w*(\.\w+)* ==|\btypealias\b")


@dataclass(frozen=True)
class Place:
    """A change that can be made: in `path`, at `offset`, `old` becomes `new`."""

    path: str
    offset: int
    line: int
    old: str
    new: str
    family: str


def masked(text):
    """The text with blanks in place of comments and string literals, character for character."""
    out, index, size = [], 0, len(text)

    def skip(end):
        nonlocal index
        out.append(re.sub(r"[^\n]", " ", text[index:end]))
        index = end

    while index < size:
        if text.startswith("//", index):
            end = text.find("\n", index)
            skip(size if end < 0 else end)
        elif text.startswith("/*", index):
            end = text.find("*/", index + 2)
            skip(size if end < 0 else end + 2)
        elif match := re.compile(r'(#*)("""|")').match(text, index):
            skip(end_of_string(text, match))
        else:
            out.append(text[index])
            index += 1
    return "".join(out)


def end_of_string(text, opening):
    """The offset behind the string literal that a match of its opening begins; interpolations are a part of it."""
    hashes, quotes = opening.group(1), opening.group(2)
    index, depth = opening.end(), 0
    while index < len(text):
        if depth == 0 and text.startswith(quotes + hashes, index):
            return index + len(quotes + hashes)
        if text.startswith("\\" + hashes + "(", index):
            depth += 1
            index += 2 + len(hashes)
        elif depth > 0:
            if inner := re.compile(r'(#*)("""|")').match(text, index):
                index = end_of_string(text, inner)
            else:
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        else:
            index += 2 if text[index] == "\\" and not hashes else 1
    return len(text)


def places(path, text):
    """All changes that can be made in a file."""
    found = []
    plain = masked(text)
    start = 0
    for number, line in enumerate(plain.split("\n"), 1):
        if not refused.search(line):
            for pattern, kind in patterns:
                for match in pattern.finditer(line):
                    old = match.group(1)
                    if kind == "operator":
                        new, family = swaps[old]
                    elif kind == "truth":
                        new, family = ("false" if old == "true" else "true"), "truth"
                    elif kind == "extreme":
                        new, family = ("max" if old == "min" else "min"), "extreme"
                    else:
                        new, family = f"{old} + 1", "number"
                    found.append(Place(path, start + match.start(1), number, old, new, family))
        start += len(line) + 1
    return found


def name(number, old):
    """The operator of a change: the old one's first character and the change's number in the characters of `digits`."""
    code = ""
    while True:
        code = digits[number % len(digits)] + code
        number //= len(digits)
        if number == 0:
            break
    return {"!=": "=", "&&": "&", "||": "|"}.get(old, old[0]) + "%" + code + "%"


def replaced(place, number):
    """What stands in the source in place of the old text."""
    if place.family == "truth":
        return f"mutable({number}, {place.old})"
    if place.family == "extreme":
        return f"mutable{place.old.capitalize()}({number})"
    if place.family == "number":
        return f"mutable({number}, {place.old})"
    return name(number, place.old)


def operators(numbered):
    """The Swift source of the module that all changed files import."""
    parts = [MODULE_HEAD]
    for number, place in numbered:
        if place.family not in precedence and place.family != "logic":
            continue
        symbol = name(number, place.old)
        group = {"&&": "LogicalConjunction", "||": "LogicalDisjunction"}.get(place.old) or precedence[place.family]
        parts.append(f"infix operator {symbol}: {group}Precedence")
        attributes = "@inlinable @inline(__always) public func"
        switched = f"motes_mutant({number}) ? a {place.new} b : a {place.old} b"
        if place.family == "order":
            parts.append(f"{attributes} {symbol}<T: Comparable>(a: T, b: T) -> Bool {{ {switched} }}")
        elif place.family == "same":
            parts.append(f"{attributes} {symbol}<T: Equatable>(a: T, b: T) -> Bool {{ {switched} }}")
            parts.append(f"{attributes} {symbol}<T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ {switched} }}")
        elif place.family == "sum":
            parts.append(f"{attributes} {symbol}<T: AdditiveArithmetic>(a: T, b: T) -> T {{ {switched} }}")
            for left, right in [("V", "V"), ("V", "V.Scalar"), ("V.Scalar", "V")]:
                parts.append(
                    f"{attributes} {symbol}<V: SIMD>(a: {left}, b: {right}) -> V where V.Scalar: FloatingPoint {{ {switched} }}")
        elif place.family == "product":
            parts.append(
                f"{attributes} {symbol}<T: BinaryInteger>(a: T, b: T) -> T {{ motes_mutant({number}) ? (b == 0 ? 0 : a / b) : a * b }}")
            parts.append(f"{attributes} {symbol}<T: FloatingPoint>(a: T, b: T) -> T {{ {switched} }}")
            for left, right in [("V", "V"), ("V", "V.Scalar"), ("V.Scalar", "V")]:
                parts.append(
                    f"{attributes} {symbol}<V: SIMD>(a: {left}, b: {right}) -> V where V.Scalar: FloatingPoint {{ {switched} }}")
        else:
            first = "a" if place.old == "&&" else "!a"
            parts.append(
                f"{attributes} {symbol}(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{"
                f" motes_mutant({number}) ? try a {place.new} b() : try a {place.old} b() }}")
    return "\n".join(parts) + "\n"


MODULE_HEAD = """\
import CMutants

@inlinable @inline(__always) public func mutable(_ number: Int32, _ value: Bool) -> Bool { motes_mutant(number) != value }
@inlinable @inline(__always) public func mutable<T: Numeric>(_ number: Int32, _ value: T) -> T { motes_mutant(number) ? value + 1 : value }
@inlinable @inline(__always) public func mutableMin<T: Comparable>(_ number: Int32) -> (T, T) -> T { { motes_mutant(number) ? max($0, $1) : min($0, $1) } }
@inlinable @inline(__always) public func mutableMax<T: Comparable>(_ number: Int32) -> (T, T) -> T { { motes_mutant(number) ? min($0, $1) : max($0, $1) } }
"""

C_HEADER = """\
#pragma once
#include <stdbool.h>
extern int motes_current_mutant;
extern unsigned char *motes_reached_mutants;
/// Whether change `number` is on. Notes that its place was reached.
static inline bool motes_mutant(int number) {
  motes_reached_mutants[number] = 1;
  return motes_current_mutant == number;
}
"""

C_SOURCE = """\
#include "CMutants.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
static unsigned char unnoted[1 << 16];
int motes_current_mutant = -1;
unsigned char *motes_reached_mutants = unnoted;
__attribute__((constructor)) static void begin(void) {
  FILE *file = fopen(MUTANTS_FOLDER "/current", "r");
  if (file) {
    if (fscanf(file, "%d", &motes_current_mutant) != 1) motes_current_mutant = -1;
    fclose(file);
  }
  int descriptor = open(MUTANTS_FOLDER "/reached", O_RDWR);
  if (descriptor < 0) return;
  void *mapped = mmap(0, sizeof unnoted, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapped != MAP_FAILED) motes_reached_mutants = mapped;
  close(descriptor);
}
"""
