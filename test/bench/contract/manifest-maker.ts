/** Manifest maker: diverse manifests of third parties, generated from a fixed seed. */
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { mulberry32 } from '../../../agents/kit/simulator/mulberry32.js'

const levels = ['low', 'medium', 'high', 'critical'] as const

/** Makes the next manifest; small and large ones, one in twenty of them bad. */
export function manifestMaker(seed = 1): () => CapabilityManifest {
  const chance = mulberry32(seed)
  const below = (limit: number): number => Math.floor(chance() * limit)
  let made = 0

  function word(): string {
    return Array.from({ length: 4 + below(6) }, () => String.fromCharCode(97 + below(26))).join('')
  }

  function schema(depth: number): object {
    const description = `The ${word()} of the ${word()}.`
    switch (below(depth > 0 ? 8 : 6)) {
      case 0:
        return { type: 'string', minLength: 1, maxLength: 16 + below(240), description }
      case 1:
        return { type: 'string', pattern: '^[a-z0-9_:]+$', description }
      case 2:
        return { type: 'string', enum: Array.from({ length: 2 + below(8) }, word) }
      case 3:
        return { type: 'integer', minimum: 0, maximum: 1 + below(10_000), default: 0 }
      case 4:
        return { type: 'number', description }
      case 5:
        return { type: 'boolean', default: chance() < 0.5 }
      case 6:
        return { type: 'array', maxItems: 1 + below(100), items: schema(depth - 1) }
      default:
        return objectSchema(1 + below(5), depth - 1)
    }
  }

  function objectSchema(members: number, depth: number): ObjectSchema {
    const properties = Object.fromEntries(Array.from({ length: members }, () => [word(), schema(depth)]))
    const required = Object.keys(properties).filter(() => chance() < 0.3)
    return { type: 'object', properties, required, additionalProperties: false }
  }

  return () => {
    made += 1
    const id = `ext.${word()}.${word()}${made}`
    const type = chance() < 0.5 ? 'context' : 'action'
    return {
      id,
      version: '1.0.0',
      type,
      name: `The ${word()}`,
      description: Array.from({ length: 5 + below(30) }, word).join(' '),
      provider: { id: word(), name: word(), version: '1.0.0' },
      parameters: objectSchema(below(12), 3),
      returns: objectSchema(1 + below(12), 3),
      risk: { level: levels[below(levels.length)] ?? 'low' },
      permissions: [made % 20 === 0 ? 'mcp.action.*' : `mcp.${type}.${word()}`],
      tags: Array.from({ length: below(4) }, word),
    }
  }
}

/** The next manifests that are good. */
export function goodManifests(count: number, make = manifestMaker()): CapabilityManifest[] {
  const good: CapabilityManifest[] = []
  while (good.length < count) {
    const manifest = make()
    if (!manifest.permissions?.includes('mcp.action.*')) good.push(manifest)
  }
  return good
}
