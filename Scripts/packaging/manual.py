"""Prints the manual page of the command, made from what the command tells of itself.

    manual.py COMMAND
"""

import json
import subprocess
import sys


def escaped(text):
    """Text in which troff sees no macros and no minus for a hyphen."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def usage_name(argument):
    """A name of an argument as it is typed."""
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value)}\\fR"
    names = []
    for name in argument.get("names", []):
        dashes = "--" if name["kind"] == "long" else "-"
        names.append(f"\\fB{escaped(dashes + name['name'])}\\fR")
    suffix = "" if argument["kind"] == "flag" else f" \\fI{escaped(value)}\\fR"
    return ", ".join(names) + suffix


def described(item):
    """The sentences of a command or an argument, blank lines as paragraphs."""
    parts = [item.get("abstract", ""), item.get("discussion", "")]
    return "\n.PP\n".join(escaped(part).replace("\n\n", "\n.PP\n") for part in parts if part)


def print_arguments(command):
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True):
            continue
        print(f".TP\n{usage_name(argument)}")
        print(escaped(argument.get("abstract", "")) or "\\&")
        if argument.get("defaultValue"):
            print(f"Default: {escaped(argument['defaultValue'])}.")


def main():
    command = sys.argv[1]
    told = json.loads(subprocess.run([command, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout)["command"]
    version = subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    print(f'.TH MOTES 1 "" "Motes {version}"')
    print(".SH NAME\nmotes \\- particle and procedural effects to video")
    print(".SH SYNOPSIS\n\\fBmotes\\fR \\fIcommand\\fR [\\fIargument\\fR ...]")
    print(f".SH DESCRIPTION\n{described(told)}")
    print(".SH COMMANDS")
    for child in told.get("subcommands", []):
        if not child.get("shouldDisplay", True):
            continue
        print(f".SS {escaped(child['commandName'])}\n{described(child)}")
        print_arguments(child)
        for grandchild in child.get("subcommands", []):
            print(f".PP\n\\fB{escaped(child['commandName'] + ' ' + grandchild['commandName'])}\\fR: {described(grandchild)}")
            print_arguments(grandchild)


main()
