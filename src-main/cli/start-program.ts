/**
 * Start program: starts Gatehouse for a command when none runs with the profile.
 *
 * A brief program follows orders and connects to no server; it ends with the command, also when the command is killed,
 * because its standard input ends then. The desktop program is started hidden, as the bridge does it, and stays: only it
 * can keep a secret.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { lookUpLaunch } from '../bridge/endpoint-lookup.js'
import { cli, launchGateway } from '../bridge/launch.js'
import { programOf } from '../storage/single-instance.js'

export type Start =
  /** `stop` ends a brief program; the desktop program stays. */
  | { readonly started: true; stop(): Promise<void> }
  /** `why` is no sentence. `isTaken`: another program was faster. */
  | { readonly started: false; readonly why: string; readonly isTaken?: true }

export type StartProgram = (profile: string, kind: 'brief' | 'window') => Promise<Start>

/** Milliseconds between two looks at a program that starts, and how many. */
const starting = { pauseMs: 200, looks: 300 }
/** Milliseconds after which a brief program is killed. */
const stoppingMs = 15_000
/** The exit code of a program that found another one. */
const taken = 3
/** Characters of what a program that did not start wrote. */
const maxReasonLength = 500

export const startProgram =
  (folder: string): StartProgram =>
  (profile, kind) =>
    kind === 'brief' ? startBriefly(profile, folder) : startDesktop(profile, folder)

async function startBriefly(profile: string, folder: string): Promise<Start> {
  const args = [path.join(folder, 'headless.cjs'), '--control', 'command-line', '--profile', profile]
  const child = spawn(process.execPath, args, { stdio: 'pipe', windowsHide: true })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text}`.slice(0, maxReasonLength)
  })
  const exited = once(child, 'exit').catch((error: Error) => [error.message])
  const code = await Promise.race([once(child.stdout, 'data').then(() => undefined), exited.then(([why]) => why)])
  if (code === undefined) return { started: true, stop: () => stop(child, exited) }
  return { started: false, why: complaint.trim() || `it ended with ${code}`, ...(code === taken && { isTaken: true }) }
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.stdin?.end()
  const tooLate = setTimeout(() => child.kill('SIGKILL'), stoppingMs)
  await exited
  clearTimeout(tooLate)
}

async function startDesktop(profile: string, folder: string): Promise<Start> {
  const launch = await launchGateway(profile, cli(folder, await lookUpLaunch(profile)))
  if (!launch.started)
    return { started: false, why: launch.reason ?? 'no desktop app was found, or GATEHOUSE_NO_LAUNCH is set' }
  let why: string | undefined
  void launch.ended.then((reason) => {
    why = reason
  })
  for (let looks = 0; looks < starting.looks && why === undefined; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, starting.pauseMs))
    const found = await programOf(profile)
    if (found !== undefined && found !== 'brief') return { started: true, stop: async () => {} }
  }
  return { started: false, why: why ?? 'it takes too long' }
}
