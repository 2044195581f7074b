/**
 * A display for programs with windows: the existing one, or a temporary virtual one.
 *
 * The virtual display is a managed process (see managed-process.mjs) and protected from other users of the machine by a
 * cookie, because anyone with access to it could click Approve.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findOnPath, hasOwnDisplay } from './machine.mjs'
import { startManaged } from './managed-process.mjs'

const startLimitMs = 10_000

/**
 * @typedef {object} Display
 * @property {Record<string, string>} env to be added to the environment of the program
 * @property {boolean} virtual whether it is invisible to people
 * @property {() => Promise<void>} stop
 */

/**
 * @returns {Promise<Display | undefined>} undefined when this machine has no display and no Xvfb
 * @throws when Xvfb is there and does not start
 */
export async function withDisplay() {
  if (hasOwnDisplay()) return { env: {}, virtual: false, stop: async () => {} }
  return findOnPath('Xvfb') ? startVirtualDisplay() : undefined
}

async function startVirtualDisplay() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-display-'))
  const cookieFile = path.join(folder, 'authority')
  fs.writeFileSync(cookieFile, authority(randomBytes(16)), { mode: 0o600 })
  const screen = ['-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset', '-auth', cookieFile]
  const server = startManaged('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    removeAfterwards: folder,
  })
  const stop = async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  try {
    const number = await firstLine(server)
    server.child.unref()
    for (const stream of server.child.stdio) stream?.unref?.()
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: cookieFile }, virtual: true, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The display number, which Xvfb writes to descriptor 3 once it accepts connections. */
function firstLine({ child, ended }) {
  return new Promise((resolve, reject) => {
    let answer = ''
    let complaint = ''
    const fail = (why) => reject(new Error(`Xvfb did not start: ${complaint.trim() || why}`))
    const limit = setTimeout(fail, startLimitMs, 'it did not answer within 10 s')
    child.stderr.on('data', (chunk) => {
      complaint = `${complaint}${chunk}`.slice(-2000)
    })
    child.stdio[3].on('data', (chunk) => {
      answer += chunk
      if (!answer.includes('\n')) return
      clearTimeout(limit)
      resolve(answer.trim())
    })
    ended.then(
      (code) => fail(`it ended with exit code ${code}`),
      (error) => fail(error.message),
    )
  })
}

/**
 * An Xauthority file with one cookie for every host and display (family "wild"), as libXau reads it: 16-bit
 * big-endian lengths before address, display number, name and data.
 *
 * @param {Buffer} cookie
 */
export function authority(cookie) {
  const familyWild = Buffer.from([0xff, 0xff])
  const field = (content) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length)
    return Buffer.concat([length, Buffer.from(content)])
  }
  return Buffer.concat([familyWild, field(''), field(''), field('MIT-MAGIC-COOKIE-1'), field(cookie)])
}
