"""Attacks on the server: each must be refused with a sentence, and the server must go on."""
import json
import os
import re
import socket
import struct
import time

from browser import PRESET, TOKEN, check


def ask(port, path, headers, body=b"", seconds=5):
    """Sends a raw HTTP request; returns the answer's first line and the whole answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in headers.items()]
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        data = b""
        try:
            while not (b"\r\n\r\n" in data and len(data.split(b"\r\n\r\n", 1)[1]) >= int((re.findall(rb"Content-Length: (\d+)", data) or [0])[0])):
                piece = connection.recv(65536)
                if not piece:
                    break
                data += piece
        except TimeoutError:
            pass
    return data.decode(errors="replace").split("\r\n")[0], data.decode(errors="replace")


def upgrade(host, origin):
    """The headers that ask for a WebSocket."""
    return {"Host": host, "Origin": origin, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


def memory(process):
    """A process's resident memory in megabytes."""
    text = open(f"/proc/{process.pid}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


def attack(server, folder):
    """Makes all attacks on a server."""
    port, host = server.port, f"127.0.0.1:{server.port}"
    end = {"Host": host, "Connection": "close"}
    for title, path, headers, status in [
        ("no token", "/", end, "403"), ("a wrong token", "/" + "x" * len(TOKEN) + "/", end, "403"),
        ("a foreign name", f"/{TOKEN}/", {**end, "Host": f"evil.example:{port}"}, "403"),
        ("no name", f"/{TOKEN}/", {"Connection": "close"}, "403"),
        ("a foreign page", f"/{TOKEN}/", {**end, "Origin": "http://evil.example"}, "403"),
        ("a foreign page's socket", f"/{TOKEN}/socket", upgrade(host, "http://evil.example"), "403"),
        ("a socket without a page", f"/{TOKEN}/socket", {k: v for k, v in upgrade(host, "").items() if k != "Origin"}, "403"),
        ("a way out of the folder", f"/{TOKEN}/../../../../etc/passwd", end, "404"),
        ("a way out, encoded", f"/{TOKEN}/codemirror/..%2f..%2f..%2fetc%2fpasswd", end, "404"),
        ("a way out through CodeMirror", f"/{TOKEN}/codemirror/../../../../etc/passwd", end, "404"),
    ]:
        line, text = ask(port, path, headers)
        check(f"refused: {title}", status in line and text.strip().endswith(".") and "root:" not in text, text)
    socket_path = f"/{TOKEN}/socket"

    def opened():
        """A connection on which a WebSocket has been opened."""
        connection = socket.create_connection(("127.0.0.1", port), timeout=8)
        headers = upgrade(host, f"http://{host}")
        connection.sendall((f"GET {socket_path} HTTP/1.1\r\n" + "\r\n".join(f"{k}: {v}" for k, v in headers.items()) + "\r\n\r\n").encode())
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(1)
        return connection

    def frame(payload, opcode=0x81):
        """A masked WebSocket frame, whose mask is 0; opcode 0x81 is a whole text message."""
        size = len(payload)
        head = bytes([opcode]) + (bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + struct.pack(">H", size) if size < 65536
                                  else bytes([0xFF]) + struct.pack(">Q", size))
        return head + b"\0\0\0\0" + payload

    def received(connection, seconds=4):
        """Everything that arrives until the connection ends or is silent for some seconds."""
        connection.settimeout(seconds)
        data = b""
        try:
            while True:
                piece = connection.recv(1 << 20)
                if not piece:
                    break
                data += piece
        except (TimeoutError, OSError):
            pass
        return data

    # A message of a gigabyte.
    before = memory(server.process)
    connection = opened()
    connection.sendall(bytes([0x81, 0xFF]) + struct.pack(">Q", 1 << 30) + b"\0\0\0\0")
    sent = 0
    try:
        piece = b"x" * (1 << 20)
        while sent < 1 << 30:
            connection.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    data = received(connection)
    connection.close()
    check("a message of a gigabyte is cut off", sent < 600 << 20, sent)
    check("and told why", b"A message may have at most" in data or sent < 600 << 20)
    check("and takes little memory", memory(server.process) < before + 400, (before, memory(server.process)))

    # A continuation frame without a message that it could continue.
    connection = opened()
    connection.sendall(frame(b"{}", opcode=0x80))
    data = received(connection, 2)
    connection.close()
    check("a frame that continues nothing is an error of the protocol", re.search(rb"\x88.\x03\xea", data, re.DOTALL), data[-80:])

    # A browser masks its frames.
    connection = opened()
    connection.sendall(b"\x81\x02{}")
    data = received(connection, 2)
    connection.close()
    check("a frame without a mask is an error of the protocol", re.search(rb"\x88.\x03\xea", data, re.DOTALL), data[-80:])

    # A first message of 300 kB right behind the request for the socket.
    answered = 0
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port), timeout=8) as connection:
            lines = [f"GET {socket_path} HTTP/1.1"] + [f"{k}: {v}" for k, v in upgrade(host, f"http://{host}").items()]
            connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + frame(b'{"id": 77, "list": true' + b" " * 300_000 + b"}"))
            data = b""
            try:
                while b'"id":77' not in data and (piece := connection.recv(1 << 20)):
                    data += piece
            except OSError:
                pass
            answered += b'"id":77' in data
    check("a long first message is answered", answered == 20, answered)

    # Sixty pictures of 8 MB that the page asks for and does not take.
    before = memory(server.process)
    connection = opened()
    for number in range(60):
        text = PRESET + " " * (number % 2)
        connection.sendall(frame(json.dumps({"id": number, "text": text, "frame": {"number": 0, "width": 2000, "height": 1000}}).encode()))
    most = before
    for _ in range(60):
        time.sleep(0.05)
        most = max(most, memory(server.process))
    connection.close()
    check("answers that are not taken need little memory", most < before + 100, (before, most))

    # Requests without the token: long lines, long headers, no end.
    long = "a" * 60_000
    for title, text in [("a long path", f"GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n"), ("a line without an end", long),
                        ("a long header", f"GET / HTTP/1.1\r\nHost: {host}\r\nA: {long}\r\n\r\n"),
                        ("many headers", f"GET / HTTP/1.1\r\nHost: {host}\r\n" + "A: b\r\n" * 9_000 + "\r\n"),
                        ("a long line after a good request", f"GET /{TOKEN}/page.css HTTP/1.1\r\nHost: {host}\r\n\r\nGET /{long}")]:
        held = [socket.create_connection(("127.0.0.1", port), timeout=8) for _ in range(2)]
        for connection in held:
            try:
                connection.sendall(text.encode())
            except OSError:
                pass
        start = time.time()
        line, _ = ask(port, f"/{TOKEN}/", end)
        took = time.time() - start
        for connection in held:
            connection.close()
        check(f"{title} does not keep the page away", "200" in line and took < 1, (line, took))

    # As many connections as there may be, each of which has asked for something without the token.
    held = [socket.create_connection(("127.0.0.1", port), timeout=8) for _ in range(140)]
    for connection in held:
        try:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: keep-alive\r\n\r\n".encode())
        except OSError:
            pass
    time.sleep(0.5)
    line, _ = ask(port, f"/{TOKEN}/", end)
    for connection in held:
        connection.close()
    check("those who lack the token do not keep out who has it", "200" in line, line)

    # A request line without an end.
    with socket.create_connection(("127.0.0.1", port), timeout=8) as connection:
        sent = 0
        try:
            while sent < 200 << 20:
                connection.sendall(b"y" * (1 << 20))
                sent += 1 << 20
        except OSError:
            pass
    check("an endless line is cut off", sent < 200 << 20, sent)

    # Nonsense, impossible values, a preset beyond the limits, files outside of the folder.
    connection = opened()
    for message in [b"no json", b'{"id": 1, "frame": {"number": -5, "width": 1000000, "height": 9}}', b'{"id": 8, "difference": 99999999}', b'{"id": 9, "accept": true}', b'{"id": 10, "frame": {"number": 0, "width": 1e99, "height": 2}}',
                    json.dumps({"id": 11, "movie": {"name": "../made.mp4"}}).encode(), json.dumps({"id": 12, "movie": {"name": "sparks.json"}}).encode(),
                    b'{"id": 2, "text": "{"}',
                    json.dumps({"id": 3, "save": {"name": "../outside.json"}}).encode(), json.dumps({"id": 4, "open": "../../etc/passwd"}).encode(),
                    json.dumps({"id": 5, "knobs": [{"name": "amount", "value": "1, \"x\": 2"}]}).encode(),
                    json.dumps({"id": 6, "text": PRESET.replace('"= amount"', "1e7").replace('"duration": 2', '"duration": 900'),
                                "frame": {"number": 0, "width": 64, "height": 36}}).encode()]:
        connection.sendall(frame(message))
    text = received(connection, 3).decode(errors="replace")
    connection.close()
    check("nonsense is refused in a sentence", "not a request of the tuning page" in text, text[-800:])
    check("a name outside of the folder is refused", "a file's name in this folder was expected" in text and not os.path.exists(os.path.join(folder, "../outside.json")))
    check("a frame that no hash file has is refused", "The hash file has no frame 99999999." in text)
    check("nothing is recorded where nothing was verified", "Save first, then accept." in text or "Not all frames were verified yet." in text)
    check("a movie outside of the folder, or over the preset, is refused", "a file's name in the preset's folder was expected" in text and "it is not replaced" in text)
    check("a preset outside is refused", "there is no shipped preset of this name" in text)
    check("a value that is not JSON is refused", "is not JSON" in text)
    last = text[text.rfind('{"document"'):]
    check("a preset beyond the limits is told", '"isDrawable":false' in last and "are allowed" in last, last[:1500])

    # Two hundred connections.
    many = []
    refused = 0
    for _ in range(200):
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=3)
            many.append(connection)
        except OSError:
            refused += 1
    time.sleep(1)
    for connection in many:
        connection.settimeout(0.01)
        try:
            if b"503" in connection.recv(300):
                refused += 1
        except OSError:
            pass
    check("of 200 connections some are refused", refused >= 60, refused)
    for connection in many:
        connection.close()
    time.sleep(0.5)
    line, text = ask(port, f"/{TOKEN}/", end)
    check("the server goes on", "200" in line and "<!doctype html>" in text, text[:200])
