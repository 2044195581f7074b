/**
 * People lists of a Java server: operators and bans, which no console lists so that it can be read. They come from the
 * files that the server writes at each change; the management protocol is preferred.
 */
import type { JsonObject } from '../../../contract/call.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import type { FolderReading, JavaCapability } from './java-capability.js'

/** The level that `op` gives where nothing else is set. */
export const usualLevel = 4
/** Entries of a list that a caller gets. */
export const mostListed = 1_000

const fromFiles = (id: string, read: (files: FolderReading) => Promise<JsonObject>): JavaCapability => ({
  id,
  lack: ({ files }) => (files ? undefined : { kind: 'folder' }),
  run: (_call, { files }) => (files ? read(files) : Promise.reject(new Error(`${id} is not offered`))),
})

/** `0` to `4`; undefined where the value is none. */
const levelIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-4]$/u.test(text.trim()) ? Number(text) : undefined

/** An operator as callers see them; nobody where the server does not tell the name. */
export const operatorShown = (
  name: string | undefined,
  { level, bypassesPlayerLimit }: { readonly level: number; readonly bypassesPlayerLimit?: boolean },
): readonly JsonObject[] =>
  name === undefined
    ? []
    : [{ playerName: cleanText(name, 64), level, ...(bypassesPlayerLimit && { bypassesPlayerLimit }) }]

/** A ban as callers see it; none where the server does not tell the name. */
export const banShown = (
  name: string | undefined,
  { reason, expires }: { readonly reason?: string; readonly expires?: string },
): readonly JsonObject[] =>
  name === undefined
    ? []
    : [
        {
          playerName: cleanText(name, 64),
          ...(reason !== undefined && { reason: cleanText(reason, 256) }),
          ...(expires !== undefined && { expires: cleanText(expires, 64) }),
        },
      ]

export const peopleLists: readonly JavaCapability[] = [
  fromFiles('ext.java.operator.list', async ({ folder }) => {
    const operators = await folder.operators()
    return {
      operators: operators.slice(0, mostListed).flatMap(({ name, ...rights }) => operatorShown(name, rights)),
      defaultLevel: levelIn(folder.properties.get('op-permission-level')) ?? usualLevel,
    }
  }),

  fromFiles('ext.java.ban.list', async ({ folder }) => {
    const { players } = await folder.bans()
    return { bans: players.slice(0, mostListed).flatMap(({ target, ...ban }) => banShown(target, ban)) }
  }),
]
