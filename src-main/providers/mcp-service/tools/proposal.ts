/**
 * Proposal: proposes the risk of a service's tool from its annotations and its name.
 *
 * Guards invariant 2: an annotation is only a claim. A tool that claims to be read-only but has a name of an action
 * still needs approval, and so does one without annotations. The owner sees the proposal before accepting the tool.
 */
import type { CapabilityManifest, Risk } from '@contract/generated/capability-manifest.js'

export interface Proposal {
  readonly type: CapabilityManifest['type']
  readonly risk: Risk
}

const destructive: ReadonlySet<string> = new Set(
  `append apply buy call cancel click clear commit copy create delete deploy destroy disable drop edit eval evaluate exec
  execute fill format install insert kill merge modify move overwrite patch pay post press publish purge push put remove
  rename reset restart revert run send set shell shutdown spawn stop submit terminate transfer truncate type uninstall
  update upload wipe write`.split(/\s+/u),
)

/** Any of these words in the name is enough. */
const dangerousWords: ReadonlySet<string> = new Set(
  `delete destroy drop eval exec execute kill overwrite pay purge remove run send shell terminate transfer truncate wipe
  write`.split(/\s+/u),
)

const words = (name: string): string[] =>
  name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter((word) => word !== '')

/** The first dangerous word of a text, if any. */
export const dangerousWordIn = (text: string): string | undefined =>
  words(text).find((word) => dangerousWords.has(word))

export interface Annotations {
  readonly readOnlyHint?: unknown
  readonly destructiveHint?: unknown
}

export function proposalFor(name: string, { readOnlyHint, destructiveHint }: Annotations): Proposal {
  const said = words(name)
  const dangerous = said.find((word) => dangerousWords.has(word))
  const [first] = said
  if (destructiveHint === true) return high('The service says that it may destroy something.')
  if (readOnlyHint === true) {
    const doubt = dangerous ?? (first !== undefined && destructive.has(first) ? first : undefined)
    return doubt === undefined
      ? { type: 'context', risk: { level: 'low', reason: 'The service says that it only reads.' } }
      : asks(`The service says that it only reads, and its name says "${doubt}".`)
  }
  if (dangerous) return high(`Its name says "${dangerous}".`)
  return asks('The service does not say that it only reads.')
}

const asks = (reason: string): Proposal => ({
  type: 'action',
  risk: { level: 'medium', approvalRequired: true, reason },
})

const high = (reason: string): Proposal => ({ type: 'action', risk: { level: 'high', reason } })
