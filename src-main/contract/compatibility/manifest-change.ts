/**
 * Manifest change: the differences between two manifests of a capability. See docs/protocol.md#versions-compatibility.
 *
 * Changes that are not in that table follow its intent. More permissions or a higher role are a stricter rule, because
 * a call that used to run is refused. A risk or rate limit only changes how long a call takes, with outcomes that every
 * caller must expect. Whether a person accepts a changed risk is invariant 4, whatever the version.
 */
import type { CapabilityManifest } from '../generated/capability-manifest.js'
import type { SchemaChange } from './change.js'
import { childPointer, isMembers, isSameJson, type Members, namesOf, ownMember, sameSet, setOf } from './same.js'
import { compareSchemas } from './schema-change.js'

type Compare = (from: unknown, to: unknown, path: string) => SchemaChange[]

/** Every difference except the version itself. The schemas have no references. */
export function compareManifests(from: CapabilityManifest, to: CapabilityManifest): SchemaChange[] {
  const [before, after]: readonly Members[] = [{ ...from }, { ...to }]
  return namesOf(before ?? {}, after ?? {}).flatMap((name) => {
    const [one, other] = [ownMember(before ?? {}, name), ownMember(after ?? {}, name)]
    const compare = Object.hasOwn(members, name) ? members[name] : text
    return isSameJson(one, other) ? [] : (compare ?? text)(one, other, childPointer('', name))
  })
}

const always = (level: SchemaChange['level'], reason: string): Compare => {
  return (from, to, path) => [{ path, level, from, to, reason }]
}

const text = always('patch', 'documentation only')

/** Compares an object member by member. */
const each = (inside: Readonly<Record<string, Compare>>, beside: Compare): Compare => {
  return (from, to, path) => {
    const [before, after] = [isMembers(from) ? from : {}, isMembers(to) ? to : {}]
    return namesOf(before, after).flatMap((name) => {
      const [one, other] = [ownMember(before, name), ownMember(after, name)]
      const compare = (Object.hasOwn(inside, name) && inside[name]) || beside
      return isSameJson(one, other) ? [] : compare(one, other, childPointer(path, name))
    })
  }
}

const permissions: Compare = (from, to, path) => {
  if (sameSet(from, to)) return []
  const had = setOf(from)
  return [...setOf(to)].some((permission) => !had.has(permission))
    ? [{ path, level: 'major', from, to, reason: 'it needs more permissions' }]
    : [{ path, level: 'minor', from, to, reason: 'it needs fewer permissions' }]
}

const roles: readonly unknown[] = ['viewer', 'operator', 'admin', 'super_admin']

/** The lowest role that suffices; -1 when none is needed. */
const lowest = (required: unknown): number =>
  Array.isArray(required) && required.length > 0 ? Math.min(...required.map((role) => roles.indexOf(role))) : -1

const requiredRoles: Compare = (from, to, path) => {
  if (sameSet(from, to)) return []
  return lowest(to) > lowest(from)
    ? [{ path, level: 'major', from, to, reason: 'it needs a higher role' }]
    : [{ path, level: 'minor', from, to, reason: 'the required roles changed' }]
}

const risk = always('minor', 'the risk changed: a person must accept it again')

const deprecated: Compare = (from, to, path) => {
  if (from === undefined) return [{ path, level: 'minor', from, to, reason: 'it is now deprecated' }]
  if (to === undefined) return [{ path, level: 'minor', from, to, reason: 'it is no longer deprecated' }]
  return each({ reason: text, migrationGuide: text }, always('minor', 'its removal plan changed'))(from, to, path)
}

/** No schema means any object. */
const schema = (side: 'parameters' | 'returns'): Compare => {
  return (from, to, path) => compareSchemas(side, path, from ?? { type: 'object' }, to ?? { type: 'object' })
}

const members: Readonly<Record<string, Compare>> = {
  id: always('major', 'the id changed: callers no longer find it'),
  version: () => [],
  type: always('major', 'the type changed'),
  provider: each({ id: always('minor', 'the provider changed') }, text),
  parameters: schema('parameters'),
  returns: schema('returns'),
  risk: each({ reason: text, auditLevel: always('patch', 'its audit level changed') }, risk),
  permissions,
  requiredRoles,
  rateLimit: always('minor', 'its rate limit changed'),
  deprecated,
}
