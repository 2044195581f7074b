/** Local models: finds programs on this computer that serve models. */
import type { LocalModels } from '@shared/features/chat.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { boundedFetch } from './bounded-fetch.js'

interface LocalModelServer {
  readonly program: LocalModels['program']
  /** URL of the list of models; loopback only. */
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
    return Array.isArray(models) ? models.slice(0, maxModels).map((model) => member(model, name)) : []
  }

const maxModels = 100
const limits = { bytes: 262_144, eventBytes: 262_144, events: 64, lines: 32_768, values: 20_000, idleMs: 1_000 }

export const localAddresses: readonly LocalModelServer[] = [
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

/** The programs that responded, with the names of their models. Never rejects. */
export async function findLocalModels(clock: Pick<Clock, 'after'>, servers = localAddresses): Promise<LocalModels[]> {
  const bounded = boundedFetch(clock, limits)
  const found = await Promise.all(
    servers.map(async ({ program, list, baseUrl, names }) => {
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
