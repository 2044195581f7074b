/** Settings migrations: upgrades a file of an older program to the current format, step by step. */
type Document = Readonly<Record<string, unknown>>

/** The step at `n` upgrades a file of version `n` to `n + 1`. */
const steps: readonly ((document: Document) => Document)[] = [
  // Files from before versions existed.
  (document) => document,
]

export const currentVersion = steps.length

export type Migrated =
  | { readonly ok: true; readonly from: number; readonly document: Document }
  | { readonly ok: false; readonly why: 'no version' | 'newer' }

/** Members unknown to a step stay unchanged. */
export function migrate(document: Document): Migrated {
  const { version = 0 } = document
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) return { ok: false, why: 'no version' }
  if (version > currentVersion) return { ok: false, why: 'newer' }
  const migrated = steps.slice(version).reduce((older, step) => step(older), document)
  return { ok: true, from: version, document: { ...migrated, version: currentVersion } }
}
