/** Local models: programs on this computer that serve models, so that nothing has to be bought. */
import type { LocalModels } from '../../../contract/chat.js'
import type { Clock } from '../../../gateway/ports.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import { boundedFetch } from './bounded-fetch.js'

interface Place {
  readonly program: LocalModels['program']
  /** Where the list of models is; loopback alone. */
  readonly list: string
  readonly baseUrl: string
  readonly names: (answer: unknown) => readonly unknown[]
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

const namesIn =
  (list: string, name: string) =>
  (answer: unknown): readonly unknown[] => {
    const models = member(answer, list)
    return Array.isArray(models) ? models.slice(0, mostModels).map((model) => member(model, name)) : []
  }

const mostModels = 100
const limits = { bytes: 262_144, eventBytes: 262_144, events: 64, lines: 32_768, values: 20_000, idleMs: 1_000 }

export const localPlaces: readonly Place[] = [
  {
    program: 'Ollama',
    list: 'http://127.0.0.1:11434/api/tags',
    baseUrl: 'http://127.0.0.1:11434/v1',
    names: namesIn('models', 'name'),
  },
  {
    program: 'LM Studio',
    list: 'http://127.0.0.1:1234/v1/models',
    baseUrl: 'http://127.0.0.1:1234/v1',
    names: namesIn('data', 'id'),
  },
]

/** Those that answer, each with the names of its models. Never rejects. */
export async function findLocalModels(clock: Pick<Clock, 'after'>, places = localPlaces): Promise<LocalModels[]> {
  const bounded = boundedFetch(clock, limits)
  const found = await Promise.all(
    places.map(async ({ program, list, baseUrl, names }) => {
      try {
        const response = await bounded(list)
        if (!response.ok) return []
        const models = names(await response.json()).flatMap((name) => {
          const clean = typeof name === 'string' ? cleanText(name, 128).trim() : ''
          return clean === '' ? [] : [clean]
        })
        return [{ program, baseUrl, models }]
      } catch {
        return []
      }
    }),
  )
  return found.flat()
}
