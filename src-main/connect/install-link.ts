/**
 * Install link: the address that makes an AI client ask its user whether to add Gatehouse. Pure.
 *
 * Guards invariant 8: other programs can read links, so a link contains the bridge's command line but never a key.
 */
import type { ProgramId } from '@shared/clients/connection.js'
import { type BridgeCommand, entryName } from './bridge-command.js'
import { entryFor } from './program-files.js'

const base64 = (value: unknown): string => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
const inVsCode = (scheme: string, name: string, entry: object): string =>
  `${scheme}:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`

/** @param name of the entry. @returns undefined for a program that has no such link */
export function installLinkOf(program: ProgramId, bridge: BridgeCommand, name = entryName): string | undefined {
  const entry = entryFor(program, bridge, name)
  switch (program) {
    case 'cursor':
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${base64(entry)}`
    case 'vscode':
      return inVsCode('vscode', name, entry)
    case 'vscode-insiders':
      return inVsCode('vscode-insiders', name, entry)
    case 'lm-studio':
      return `lmstudio://add_mcp?name=${name}&config=${base64(entry)}`
    default:
      return undefined
  }
}
