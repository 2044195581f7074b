/** Build capabilities of a Bedrock game: see a plan, build it in one call. See `build/bedrock-builds.ts`. */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { Turn } from '@shared/build/build-preview.js'
import { type BedrockAbilities, type BedrockCapability, capability } from './bedrock-capability.js'

/** Commands without which nothing is built: each is needed to save, to prove or to bury nobody. */
const needed = ['fill', 'structure', 'testforblock', 'testfor', 'scoreboard']

const building = (id: string, part: 'builds' | 'sight', run: BedrockCapability['run']): BedrockCapability => {
  const { missingFeature } = capability(id, needed, run)
  return {
    id,
    run,
    missingFeature: (abilities) => (abilities[part] ? missingFeature(abilities) : { kind: 'no-command' }),
  }
}

const turnOf = (turn: unknown): Turn => (turn === 1 || turn === 2 || turn === 3 ? turn : 0)

const notOffered = (id: string) => new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId: id } })

const sightIn = ({ sight }: BedrockAbilities, id: string) => {
  if (!sight) throw notOffered(id)
  return sight
}

export const buildCapabilities: readonly BedrockCapability[] = [
  building('ext.bedrock.structures', 'sight', async (_call, abilities) => ({
    structures: sightIn(abilities, 'ext.bedrock.structures').structures,
  })),

  building('ext.bedrock.build.preview', 'sight', async ({ given, signal, onPicture }, abilities) => {
    const sight = sightIn(abilities, 'ext.bedrock.build.preview')
    const { facts, after } = await sight.see(given, abilities, signal)
    onPicture?.(await sight.pictureOf(after, turnOf(given.turn), signal))
    return { ...facts }
  }),

  building('ext.bedrock.build', 'builds', async ({ given, signal, requestId = randomUUID(), caller }, abilities) => {
    const { builds, sight } = abilities
    if (!builds) throw notOffered('ext.bedrock.build')
    const draw = () =>
      sight?.preview(given, 0, abilities, signal).then(
        ({ picture }) => picture,
        () => undefined,
      ) ?? Promise.resolve(undefined)
    return builds.build(
      {
        requestId,
        caller: caller ?? { id: 'gatehouse', name: 'Gatehouse' },
        given,
        groupId: builds.taken(requestId),
        draw,
      },
      signal,
    )
  }),
]
