/** World difference: the changed values, one entry each. */

import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@contract/json/json-object.js'
import type { WorldDifference } from '@shared/approvals/sandbox.js'

/** @param before JSON, as is `after`; lists are compared as a whole */
export function differencesOf(before: unknown, after: unknown, path: readonly string[] = []): WorldDifference[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) {
    return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => differencesOf(own(before, name), own(after, name), [...path, name]))
}

const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
