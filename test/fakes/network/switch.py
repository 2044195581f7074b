"""Switch between network interfaces of this namespace: a slow network with loss, whose cables can be cut.

Arguments: milliseconds of delay one way, percent of frames that are lost, a seed, then the interfaces.

Every frame is really delayed or lost; TCP at both ends does the rest. Standard input takes a JSON line an order:
{"do": "cut" | "join" | "forget", "cable": INTERFACE, "after": FRAMES}. "cut" loses every frame of the cable until "join".
"forget" is a router that lost its table: each later segment of the connections it knew is reset, at the sender's end
only. "after" waits for so many more frames of that cable. Each order that was carried out is one line on standard output.
"""

import heapq
import itertools
import json
import os
import random
import selectors
import socket
import struct
import sys
import time

ALL_FRAMES = 3
# A frame keeps the note of the kernel about its checksum and its segments, so that both stay correct.
NOTE_OPTION, NOTE_BYTES = (263, 15), 10
ETHERNET, IPV4, TCP = 14, 0x0800, 6
SYN, RST, ACK = 2, 4, 16

delay, loss = float(sys.argv[1]) / 1000, float(sys.argv[2]) / 100
chance = random.Random(int(sys.argv[3]))
cables = {}
for name in sys.argv[4:]:
    cable = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_FRAMES))
    cable.setsockopt(*NOTE_OPTION, 1)
    cable.bind((name, 0))
    cable.setblocking(False)
    cables[name] = cable

under_way = []
number = itertools.count()
behind = {}
cut, waiting = set(), []
known, forgotten = {name: set() for name in cables}, set()


def say(what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def carry_out(order):
    what, cable = order["do"], order["cable"]
    if what == "cut":
        cut.add(cable)
    elif what == "join":
        cut.discard(cable)
        waiting[:] = [one for one in waiting if one["cable"] != cable]
    elif what == "forget":
        forgotten.update(known[cable])
        known[cable].clear()
    say(order)


def counted(cable):
    for order in list(waiting):
        if order["cable"] == cable:
            order["after"] -= 1
            if order["after"] <= 0:
                waiting.remove(order)
                carry_out(order)


def segment_of(frame):
    """Where the TCP header begins, and the connection; None for what is no TCP over IPv4."""
    if struct.unpack_from("!H", frame, 12)[0] != IPV4 or frame[ETHERNET + 9] != TCP:
        return None
    start = ETHERNET + (frame[ETHERNET] & 15) * 4
    ends = [frame[ETHERNET + 12 : ETHERNET + 16] + frame[start : start + 2], frame[ETHERNET + 16 : ETHERNET + 20] + frame[start + 2 : start + 4]]
    return start, frozenset(ends)


def sum_of(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def reset_for(frame, start):
    """The segment that a router without that connection sends back."""
    source, target = frame[ETHERNET + 12 : ETHERNET + 16], frame[ETHERNET + 16 : ETHERNET + 20]
    ack = struct.unpack_from("!I", frame, start + 8)[0]
    head = frame[start + 2 : start + 4] + frame[start : start + 2] + struct.pack("!IIBBHHH", ack, 0, 5 << 4, RST, 0, 0, 0)
    pseudo = target + source + struct.pack("!BBH", 0, TCP, len(head))
    head = head[:16] + struct.pack("!H", sum_of(pseudo + head)) + head[18:]
    outer = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(head), 0, 0, 64, TCP, 0) + target + source
    outer = outer[:10] + struct.pack("!H", sum_of(outer)) + outer[12:]
    return bytes(NOTE_BYTES) + frame[6:12] + frame[0:6] + frame[12:14] + outer + head


def send_later(cable, data):
    heapq.heappush(under_way, (time.monotonic() + delay, next(number), cable, data))


def receive(name):
    while True:
        try:
            data, address = cables[name].recvfrom(131072)
        except BlockingIOError:
            return
        except OSError:
            return
        if address[2] == socket.PACKET_OUTGOING:
            continue
        frame = data[NOTE_BYTES:]
        behind[frame[6:12]] = name
        found = segment_of(frame)
        if found:
            counted(name)
        if name in cut:
            continue
        if found:
            start, connection = found
            if connection in forgotten:
                if not frame[start + 13] & RST:
                    send_later(name, reset_for(frame, start))
                continue
            known[name].add(connection)
            if chance.random() < loss:
                continue
        target = behind.get(frame[0:6])
        for other in [target] if target else [one for one in cables if one != name]:
            if found:
                counted(other)
                known[other].add(found[1])
            if other not in cut:
                send_later(other, data)


def deliver():
    while under_way and under_way[0][0] <= time.monotonic():
        _, _, cable, data = heapq.heappop(under_way)
        if cable in cut:
            continue
        try:
            cables[cable].send(data)
        except OSError:
            pass


unread = b""


def read_orders():
    global unread
    more = os.read(0, 65536)
    if not more:
        sys.exit()
    *lines, unread = (unread + more).split(b"\n")
    for line in lines:
        order = json.loads(line)
        if order.get("after", 0) > 0:
            waiting.append(order)
        else:
            carry_out(order)


selector = selectors.DefaultSelector()
for name, cable in cables.items():
    selector.register(cable, selectors.EVENT_READ, name)
selector.register(0, selectors.EVENT_READ, None)
say({"ready": True})
while True:
    for key, _ in selector.select(max(0, under_way[0][0] - time.monotonic()) if under_way else None):
        if key.data is None:
            read_orders()
        else:
            receive(key.data)
    deliver()
