/**
 * Capability id: the id of a service's tool, `ext.<namespace>.<words of the name>`.
 *
 * Guards that two tools never share an id: the mapping loses case and signs, so what collides, is too long or holds no
 * letter gets a hash of the name. `read_text_file`, `readTextFile` and `read-text-file` all read `read.text.file`.
 */
import { createHash } from 'node:crypto'
import { isReserved } from '../../../contract/namespaces.js'

const longestId = 64
const longestNamespace = 20
const hashDigits = 10

/** Begins with a letter, as every part of an id must. */
const hashOf = (text: string): string => `h${createHash('sha256').update(text).digest('hex').slice(0, hashDigits)}`

/** The words of a name in lower case, each beginning with a letter. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter((word) => word !== '')
    .map((word) => (/^[0-9]/u.test(word) ? `n${word}` : word))

/** @param namespace as it is configured; @param taken whether another service has this one */
export function namespaceIdOf(namespace: string, taken: (id: string) => boolean): string {
  const plain = wordsOf(namespace).join('')
  const id = plain.length > longestNamespace || plain === '' ? hashOf(namespace) : plain
  return isReserved(`ext.${id}`) || taken(id) ? hashOf(namespace) : id
}

/** Ids of tools by their names; of two that would be alike, the later one gets the hash. */
export function capabilityIdsOf(namespaceId: string, names: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const used = new Set<string>(ownIds.map((own) => `ext.${namespaceId}.${own}`))
  for (const name of names) {
    const plain = ['ext', namespaceId, ...wordsOf(name)].join('.')
    const isFree = plain.length <= longestId && plain !== `ext.${namespaceId}` && !used.has(plain)
    const id = isFree ? plain : `ext.${namespaceId}.${hashOf(name)}`
    used.add(id)
    ids.set(name, id)
  }
  return ids
}

/** What a service offers beside its tools. */
export const ownIds = ['resource.read', 'template.read', 'prompt.get', 'completion.get'] as const
