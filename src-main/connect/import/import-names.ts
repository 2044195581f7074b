/** Import names: a unique service name and namespace for a client's server. Pure. */

const maxNameLength = 64
const maxNamespaceLength = 32

/** @param taken names in use; the new one is added */
export function serviceNameFrom(name: string, taken: Set<string>): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, maxNameLength - 4)
    .trim()
  return unique(plain === '' ? 'service' : plain, ' ', taken)
}

/** Lower-case Latin letters, digits and hyphens: valid in tool names and capability ids. */
export function namespaceFrom(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, maxNamespaceLength - 4)
    .replaceAll(/^-|-$/gu, '')
  const begun = /^[a-z]/u.test(plain) ? plain : `service${plain === '' ? '' : `-${plain}`}`
  return unique(begun, '-', taken)
}

function unique(wanted: string, separator: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${separator}${count}`
  taken.add(name)
  return name
}
