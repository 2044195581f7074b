import type { Server } from '@shared/servers/server.js'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { actionIdOf, actionTitles } from '../../../src-renderer/features/audit/action-titles.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'

const translated = async (lng: 'en' | 'zh') => {
  const instance = i18next.createInstance()
  await instance.init({ lng, resources: { [lng]: { translation: catalogue[lng] } } })
  return (key: string) => instance.t(key)
}

const server = (name: string, capabilities: readonly { readonly id: string; readonly name: string }[]) =>
  ({ id: name, name, capabilities }) as unknown as Server

const nameOf = ({ name }: Server) => name

describe('the actions that the log is filtered by', () => {
  it.each([
    ['en', 'Ban a player', 'player.ban'],
    ['zh', '封禁玩家', 'player.ban'],
  ] as const)('are found by the title that owners know (%s)', async (language, title, id) => {
    const actions = actionTitles([server('Survival', [{ id, name: 'manifest' }])], await translated(language), nameOf)
    expect(actionIdOf(actions, `  ${title.toUpperCase()} `)).toBe(id)
    expect(actions.filter((one) => one.title.includes('.'))).toEqual([])
  })

  it('keep two actions with one title apart by the server', async () => {
    const servers = [server('One', [{ id: 'a.x', name: 'Count' }]), server('Two', [{ id: 'b.x', name: 'Count' }])]
    const actions = actionTitles(servers, await translated('en'), nameOf)
    expect([actionIdOf(actions, 'count'), actionIdOf(actions, 'Count · Two')]).toEqual(['a.x', 'b.x'])
  })

  it('are never ignored when no title fits', async () => {
    expect(actionIdOf(actionTitles([], await translated('en'), nameOf), 'world.*')).toBe('world.*')
  })
})
