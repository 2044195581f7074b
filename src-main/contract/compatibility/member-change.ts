/**
 * Member change: a parameter or result field that was added, removed or made required. See
 * docs/protocol.md#versions-compatibility.
 */
import type { SchemaChange } from './change.js'
import { judge, type Side } from './judgement.js'
import { childPointer, isMembers, isSameJson, type Members, namesOf, ownMember } from './same.js'

/** Compares the schemas of a member that exists in both. */
type CompareMember = (path: string, from: unknown, to: unknown) => SchemaChange[]

export function compareMembers(
  side: Side,
  path: string,
  from: Members,
  to: Members,
  compare: CompareMember,
): SchemaChange[] {
  const [before, after] = [propertiesOf(from), propertiesOf(to)]
  const [needed, needs] = [requiredOf(from), requiredOf(to)]
  const names = new Set([...namesOf(before, after), ...needed, ...needs])
  return [...names].flatMap((name) => {
    const at = childPointer(childPointer(path, 'properties'), name)
    const [old, fresh] = [ownMember(before, name), ownMember(after, name)]
    const becomesRequired = needs.has(name) && !needed.has(name)
    if (old !== undefined && fresh === undefined) return [gone(side, at, old, newNameOf(name, before, after))]
    if (old === undefined && fresh !== undefined && becomesRequired) return [came(side, at, fresh, true)]
    return [
      ...compareNeed(side, path, name, needed.has(name), needs.has(name)),
      ...(fresh === undefined ? [] : old === undefined ? [came(side, at, fresh, false)] : compare(at, old, fresh)),
    ]
  })
}

const came = (side: Side, path: string, to: unknown, required: boolean): SchemaChange => ({
  path,
  level: side === 'parameters' && required ? 'major' : 'minor',
  from: undefined,
  to,
  reason: side === 'returns' ? 'a new field' : `a new ${required ? 'required' : 'optional'} parameter`,
})

function gone(side: Side, path: string, from: unknown, newName: string | undefined): SchemaChange {
  const what = side === 'returns' ? 'a field' : 'a parameter'
  const reason = newName === undefined ? `${what} was removed` : `${what} was removed, or renamed to "${newName}"`
  return { path, level: 'major', from, to: undefined, reason }
}

/** The only new member with the same schema as the removed one: a rename. */
function newNameOf(name: string, from: Members, to: Members): string | undefined {
  const alike = (one: Members, without: Members) =>
    Object.keys(one).filter((other) => !Object.hasOwn(without, other) && isSameJson(one[other], from[name]))
  const [lost, fresh] = [alike(from, to), alike(to, from)]
  return lost.length === 1 && fresh.length === 1 ? fresh[0] : undefined
}

function compareNeed(side: Side, path: string, name: string, was: boolean, is: boolean): SchemaChange[] {
  if (was === is) return []
  const words =
    side === 'returns' ? ['is now always present', 'can now be missing'] : ['is now required', 'is now optional']
  const reason = `"${name}" ${is ? words[0] : words[1]}`
  const effect = is ? 'narrower' : 'wider'
  return [
    judge(side, childPointer(path, 'required'), { effect, reason }, was ? name : undefined, is ? name : undefined),
  ]
}

const propertiesOf = (schema: Members): Members => {
  const properties = ownMember(schema, 'properties')
  return isMembers(properties) ? properties : {}
}

const requiredOf = (schema: Members): ReadonlySet<string> => {
  const required = ownMember(schema, 'required')
  return new Set(Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [])
}
