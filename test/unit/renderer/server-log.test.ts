// @vitest-environment happy-dom

import type { Server } from '@shared/servers/server.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { ServerLog } from '../../../src-renderer/features/servers/server-log.js'
import '../../../src-renderer/i18n/i18n.js'

const preferences = vi.hoisted(() => ({ settings: { streamSafe: false } }))
vi.mock('../../../src-renderer/state/preferences.js', () => ({
  usePreferences: (select: (state: typeof preferences) => unknown) => select(preferences),
}))

const warning = { kind: 'unknown-form', minutes: 12, samples: ['14h02 Steve: hi'] } as const
const server = (part: Partial<Server>): Server => ({
  ...{ id: 'java:a', name: 'Survival', kind: 'java', state: 'online', capabilities: [], refused: [] },
  ...part,
})
const drawn = (part: Partial<Server>, streamSafe = false): string => {
  preferences.settings.streamSafe = streamSafe
  return renderToStaticMarkup(createElement(ServerLog, { server: server(part) }))
}

describe('the log of a server', () => {
  it('shows how much is understood, rounded down, and its encoding', () => {
    const text = drawn({ log: { lines: 1_000, understood: 999, eventsPerHour: 1, encoding: 'GBK' } })
    expect(text).toContain('99% of 1,000 lines understood')
    expect(text).toContain('1 event in the last hour')
    expect(text).toContain('Encoding: GBK')
  })

  it('warns with sample lines, and without them in stream-safe mode or while the server is away', () => {
    const log = { lines: 20, understood: 0, eventsPerHour: 0, warning }
    expect(drawn({ log })).toContain('14h02 Steve: hi')
    expect(drawn({ log })).toContain('Copy report')
    expect(drawn({ log }, true)).not.toContain('Steve')
    expect(drawn({ log, state: 'offline' })).not.toContain('Steve')
  })

  it('shows why the folder cannot be used, and that it is tried again', () => {
    const folderProblem = { code: 'BUSINESS.OPERATION_FAILED', message: 'The folder does not exist.' }
    const text = drawn({ folderProblem })
    expect(text).toContain('The folder does not exist.')
    expect(text).toContain('tries again every minute')
  })
})
