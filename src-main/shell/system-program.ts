/** Programs of the system that are asked something, such as what the desktop is like; none is waited for long. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const patienceMs = 1_500

/** What it writes. @throws when it is not there, was refused, or takes too long */
export async function askSystemProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], { timeout: patienceMs, windowsHide: true })
  return stdout
}
