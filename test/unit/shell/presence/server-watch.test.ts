import type { Server, ServerState } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import { type ServerNotices, ServerWatch, settledMs } from '../../../../src-main/shell/presence/server-watch.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { manifestOf } from '../../../fakes/fake-provider.js'

const server = (id: string, state: ServerState, offers = 0): Server => ({
  id,
  name: id,
  kind: 'agent',
  state,
  capabilities: [],
  refused: [],
  quarantined: Array.from({ length: offers }, (_, at) => ({
    reason: 'new',
    id: `${id}.${at}`,
    offered: manifestOf(),
    fingerprint: 'f',
  })),
})

function watching() {
  const clock = new FakeClock()
  const news: string[] = []
  const notify = (reported: ServerNotices) => {
    if (reported.kind === 'offers') news.push(`${reported.server.name} offers ${reported.count}`)
    else if (reported.kind === 'unsaved') news.push(`${reported.server.name} unsaved`)
    else news.push(`${reported.servers.map(({ name }) => name).join('+')} ${reported.kind}`)
  }
  const watch = new ServerWatch(clock, notify)
  const be = async (...servers: Server[]) => {
    watch.servers = servers
    await clock.advance(settledMs)
  }
  return { clock, news, watch, be }
}

describe('the watch over servers', () => {
  it('does not notify of the initial state', async () => {
    const { news, be } = watching()
    await be(server('a', 'online', 60), server('b', 'offline'))
    expect(news).toEqual([])
  })

  it('notifies that a server went offline and came back', async () => {
    const { news, be } = watching()
    await be(server('a', 'online'))
    await be(server('a', 'offline'))
    await be(server('a', 'connecting'))
    await be(server('a', 'degraded'))
    expect(news).toEqual(['a offline', 'a online'])
  })

  it('does not notify of a short interruption', async () => {
    const { clock, news, watch, be } = watching()
    await be(server('a', 'online'))
    for (let at = 0; at < 20; at += 1) {
      watch.servers = [server('a', at % 2 === 0 ? 'offline' : 'online')]
      await clock.advance(settledMs / 2)
    }
    expect(news).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it('notifies once that a server does not save, and again after it did', async () => {
    const { news, be } = watching()
    const unsaved: Server = { ...server('a', 'degraded'), strain: 'saving-off' }
    await be(server('a', 'online'))
    await be(unsaved)
    await be(server('a', 'connecting'))
    await be(unsaved)
    await be(server('a', 'online'))
    await be(unsaved)
    expect(news).toEqual(['a unsaved', 'a unsaved'])
  })

  it('notifies once of what happens to several servers at the same time', async () => {
    const { news, be } = watching()
    await be(server('a', 'online'), server('b', 'online'), server('c', 'online'))
    await be(server('a', 'offline'), server('b', 'offline'), server('c', 'online'))
    expect(news).toEqual(['a+b offline'])
  })

  it('notifies of a new offer once, and again after it was accepted', async () => {
    const { news, be } = watching()
    await be(server('a', 'online'))
    await be(server('a', 'online', 2))
    await be(server('a', 'online', 2))
    await be(server('a', 'online', 0))
    await be(server('a', 'online', 1))
    expect(news).toEqual(['a offers 2', 'a offers 1'])
  })

  it('does not notify of an unchanged offer after a reconnect', async () => {
    const { news, be } = watching()
    await be(server('a', 'online', 3))
    await be(server('a', 'offline', 0))
    await be(server('a', 'online', 3))
    expect(news).toEqual(['a offline', 'a online'])
  })

  it('forgets a server that was removed', async () => {
    const { clock, news, watch, be } = watching()
    await be(server('a', 'online'))
    watch.servers = [server('a', 'offline')]
    await be()
    expect(news).toEqual([])
    expect(clock.waiting).toBe(0)
  })
})
