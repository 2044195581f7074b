import { expect, it } from 'vitest'
import { RemoteState } from '../../../../src-main/owner/gateways/remote-state.js'

const state = () =>
  new RemoteState({
    identity: {
      id: 'gatehouse-1',
      name: 'NAS',
      person: { id: 'person:1', name: 'Ada', role: 'owner' },
      link: { kind: 'connecting' },
    },
    order: async () => ({ ok: true, value: null }),
    onEvent: () => () => {},
    onDidChange: () => () => {},
  })

it('hides the players whom a server lists, as a stream must not show them', () => {
  const remote = state()
  remote.noteResult('players:online', [{ player: 'Steve' }, { player: 'Alex' }])
  expect(remote.players.names).toEqual(expect.arrayContaining(['Steve', 'Alex']))
})
