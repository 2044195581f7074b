/**
 * Capability id: the id of a service's tool, `ext.<namespace>.<words of the name>`.
 *
 * Guards that two tools never share an id. The mapping ignores case and punctuation, so `read_text_file`,
 * `readTextFile` and `read-text-file` all map to `read.text.file`. A name that collides, is too long or has no letter
 * gets a hash.
 */
import { createHash } from 'node:crypto'
import { isReserved } from '@contract/namespaces.js'

const maxIdLength = 64
const maxNamespaceLength = 20
const hashDigits = 10

/** Starts with a letter, as every part of an id must. */
const hashOf = (text: string): string => `h${createHash('sha256').update(text).digest('hex').slice(0, hashDigits)}`

/** The words of a name in lower case, each starting with a letter. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter((word) => word !== '')
    .map((word) => (/^[0-9]/u.test(word) ? `n${word}` : word))

/** @param namespace from the configuration; @param taken whether another service uses it */
export function namespaceIdOf(namespace: string, taken: (id: string) => boolean): string {
  const plain = wordsOf(namespace).join('')
  const id = plain.length > maxNamespaceLength || plain === '' ? hashOf(namespace) : plain
  return isReserved(`ext.${id}`) || taken(id) ? hashOf(namespace) : id
}

/** Ids of tools by name, in whatever order they are listed; of two equal ids, the one of the later name gets the hash. */
export function capabilityIdsOf(namespaceId: string, names: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const used = new Set<string>(ownIds.map((own) => `ext.${namespaceId}.${own}`))
  for (const name of [...names].sort()) {
    const plain = ['ext', namespaceId, ...wordsOf(name)].join('.')
    const isFree = plain.length <= maxIdLength && plain !== `ext.${namespaceId}` && !used.has(plain)
    const id = isFree ? plain : `ext.${namespaceId}.${hashOf(name)}`
    used.add(id)
    ids.set(name, id)
  }
  return new Map(names.map((name) => [name, ids.get(name) as string]))
}

/** Capabilities of a service besides its tools. */
export const ownIds = ['resource.read', 'template.read', 'prompt.get', 'completion.get'] as const
