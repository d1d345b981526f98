"""Reads the preset format, JSON with comments and trailing commas, independently of Motes' own reader."""

import re

# A string (which may hold what looks like a comment), a comment, or a comma with nothing but blanks and comments between it and
# the end of its list or object.
_token = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[\]}])', re.S)


def strip_comments(text):
    """Returns plain JSON: comments and trailing commas become blanks, so that lines and columns do not change."""

    def blank(match):
        token = match.group()
        return token if token.startswith('"') else re.sub(r"[^\n]", " ", token)

    return _token.sub(blank, text)
