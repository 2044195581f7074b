/**
 * rcon-cli model: what itzg's rcon-cli 1.7.7 does with arguments, written from its source and compared with the program
 * built from it. It sends nothing above 1,014 bytes and waits; it reads one packet of the reply.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const colours: Readonly<Record<string, string>> = { a: '32', l: '1', r: '0' }
const command = process.argv.slice(process.argv[2] === '--' ? 3 : 2).join(' ')
const port = Number(process.env.RCON_PORT ?? 25_575)
const password =
  process.env.RCON_PASSWORD ?? /^password: "(.*)"/u.exec(readFileSync('/data/.rcon-cli.yaml', 'utf8'))?.[1] ?? ''

const packet = (id: number, type: number, text: string): Buffer => {
  const body = Buffer.from(`${text}\0\0`)
  const head = Buffer.alloc(12)
  head.writeInt32LE(body.length + 8, 0)
  head.writeInt32LE(id, 4)
  head.writeInt32LE(type, 8)
  return Buffer.concat([head, body])
}

const socket = connect(port, '127.0.0.1')
let isLoggedIn = false
let unread = Buffer.alloc(0)
socket.on('error', (error) => {
  process.stderr.write(`2026/11/26 12:00:00 Failed to connect to RCON server${error.message}\n`)
  process.exit(1)
})
socket.on('close', () => process.exit(0))
socket.on('connect', () => socket.write(packet(1, 3, password)))
socket.on('data', (chunk) => {
  unread = Buffer.concat([unread, chunk])
  if (unread.length < 4 || unread.length < unread.readInt32LE(0) + 4) return
  const [id, text] = [unread.readInt32LE(4), unread.subarray(12, unread.readInt32LE(0) + 2).toString('utf8')]
  unread = Buffer.alloc(0)
  if (isLoggedIn) {
    const coloured = text.replace(/§([alr])/gu, (_all, code: string) => `\u001b[${colours[code]}m`)
    process.stdout.write(`${coloured.replaceAll('\n', '\n\u001b[0m')}\n`, () => process.exit(0))
  } else if (id === -1) {
    process.stderr.write('2026/11/26 12:00:00 Failed to connect to RCON serverauthentication failed\n')
    process.exit(1)
  } else {
    isLoggedIn = true
    if (Buffer.byteLength(command) <= 1_014) socket.write(packet(2, 2, command))
  }
})
