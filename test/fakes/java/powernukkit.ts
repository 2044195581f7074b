/**
 * PowerNukkit: an RCON server that somebody else wrote, fetched from Maven Central and run for a test.
 *
 * It serves Bedrock and speaks another console language than Java servers, so it proves the wire protocol only. It is
 * GPL-3.0 and no part of the product.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../../fixtures/free-port.mjs'

const run = promisify(execFile)
const copyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
const artifact = 'org.powernukkit:powernukkit:1.6.0.1-PN:jar:shaded'
const jars = path.join(tmpdir(), 'gatehouse-powernukkit')
const jar = path.join(jars, 'powernukkit-1.6.0.1-PN-shaded.jar')

/** Fetches the server. @returns why it cannot run here, or undefined */
export async function fetchPowerNukkit(): Promise<string | undefined> {
  try {
    await run('java', ['-version'])
    const isThere = await access(jar).then(
      () => true,
      () => false,
    )
    if (isThere) return undefined
    const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${jars}`]
    await run('mvn', ['-q', '-B', copyPlugin, ...options], { timeout: 120_000 })
    return undefined
  } catch (error) {
    return `${(error as Error).message}`.split('\n')[0]
  }
}

export interface PowerNukkit {
  readonly port: number
  /** Resolves when the process ended. */
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

/** Starts it in a folder of its own; resolves when it takes commands. */
export async function startPowerNukkit(password: string): Promise<PowerNukkit> {
  const folder = await mkdtemp(path.join(tmpdir(), 'powernukkit-'))
  const [port, gamePort] = [await freePort(), await freePort()]
  const properties = [
    'server-ip=127.0.0.1',
    `server-port=${gamePort}`,
    'enable-rcon=on',
    `rcon.password=${password}`,
    `rcon.port=${port}`,
    'enable-query=off',
    'language=eng',
  ]
  await writeFile(path.join(folder, 'server.properties'), properties.join('\n'))
  const server = spawn('java', ['-Xmx600m', '-jar', jar, '--language', 'eng'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(server, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => line.includes('Done (') && resolve())
    server.once('exit', (code) => reject(new Error(`PowerNukkit ended with ${code}.`)))
  })
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  return { port, ended, stop }
}
