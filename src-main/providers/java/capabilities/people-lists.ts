/**
 * People lists: operators and bans. No console lists them in a parsable form, so they are read from the files that the
 * server writes at each change. The management protocol is preferred.
 */
import type { JsonObject } from '@contract/call.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { type FolderReading, type JavaCapability, missingFiles } from './java-capability.js'

/** The default level that `op` grants. */
export const usualLevel = 4
/** Maximum number of entries returned to a caller. */
export const maxListed = 1_000

const fromFiles = (id: string, read: (files: FolderReading) => Promise<JsonObject>): JavaCapability => ({
  id,
  missingFeature: (abilities) => (abilities.files ? undefined : missingFiles(abilities)),
  run: (_call, { files }) => (files ? read(files) : Promise.reject(new Error(`${id} is not offered`))),
})

/** `0` to `4`; undefined for any other value. */
const levelIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-4]$/u.test(text.trim()) ? Number(text) : undefined

/** An operator as returned to callers; none when the server does not give the name. */
export const operatorEntry = (
  name: string | undefined,
  { level, bypassesPlayerLimit }: { readonly level: number; readonly bypassesPlayerLimit?: boolean },
): readonly JsonObject[] =>
  name === undefined
    ? []
    : [{ playerName: cleanText(name, 64), level, ...(bypassesPlayerLimit && { bypassesPlayerLimit }) }]

/** A ban as returned to callers; none when the server does not give the name. */
export const banEntry = (
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
      operators: operators.slice(0, maxListed).flatMap(({ name, ...rights }) => operatorEntry(name, rights)),
      defaultLevel: levelIn(folder.properties.get('op-permission-level')) ?? usualLevel,
    }
  }),

  fromFiles('ext.java.ban.list', async ({ folder }) => {
    const bans = await folder.bans()
    return { bans: bans.slice(0, maxListed).flatMap(({ target, ...ban }) => banEntry(target, ban)) }
  }),
]
