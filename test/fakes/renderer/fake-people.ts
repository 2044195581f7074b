/** Fake people: paired phones and the approver in the game. */
import type { DiscordView } from '@shared/approvals/discord.js'
import type { GameApproval } from '@shared/approvals/game-approval.js'
import type { PairingView, PeopleView } from '@shared/clients/people.js'
import type { ListedPerson } from '@shared/clients/person.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

const unknownPerson = {
  ok: false,
  error: { code: 'PROTOCOL.INVALID_REQUEST', message: 'There is no such person.' },
} as const

export function peopleOf(shell: FakeShell, push: Push): HandlersOf<'people' | 'game-approval' | 'discord'> {
  const pushPeople = (change: Partial<PeopleView>): void => {
    shell.people = { ...shell.people, ...change }
    push('people:changed', shell.people)
  }
  const changeGameApproval = (change: Partial<GameApproval>): Result<null> => {
    shell.gameApproval = { ...shell.gameApproval, ...change }
    push('game-approval:changed', shell.gameApproval)
    return { ok: true, value: null }
  }
  const changeDiscord = (change: Partial<DiscordView>): Result<null> => {
    shell.discord = { ...shell.discord, ...change }
    push('discord:changed', shell.discord)
    return { ok: true, value: null }
  }
  const pairing: PairingView = {
    id: 'pairing',
    link: 'https://192.168.1.5:8799/pair#hS3vQ1xq0uO2eWm0yP9kAw',
    code: '482913',
    endsAt: new Date(Date.now() + 120_000).toISOString(),
  }
  return {
    'people:list': () => ({ ok: true, value: shell.people }),
    'people:pair': () => {
      pushPeople({ pairing })
      return { ok: true, value: pairing }
    },
    'people:confirm': ({ check }) => {
      const addedAt = new Date().toISOString()
      const person: ListedPerson = {
        id: 'person:0a1b2c3d',
        name: shell.people.pairing?.claim?.name ?? check,
        role: 'owner',
        addedAt,
        ways: [{ kind: 'phone', id: 'phone:0a1b2c3d', addedAt }],
        present: [],
      }
      pushPeople({ people: [...shell.people.people, person], pairing: null })
      return { ok: true, value: person }
    },
    'people:cancel': () => {
      pushPeople({ pairing: null })
      return done
    },
    'people:change': ({ id, ...terms }) => {
      const person = shell.people.people.find((one) => one.id === id)
      if (!person) return unknownPerson
      const { servers: _servers, ...kept } = person
      const changed: ListedPerson = { ...(terms.role ? kept : person), ...terms }
      pushPeople({ people: shell.people.people.map((one) => (one.id === id ? changed : one)) })
      return { ok: true, value: changed }
    },
    'people:remove': ({ id }) => {
      pushPeople({ people: shell.people.people.filter((person) => person.id !== id) })
      return done
    },
    'people:remove-way': ({ id }) => {
      const people = shell.people.people.map((one) => ({ ...one, ways: one.ways.filter((way) => way.id !== id) }))
      pushPeople({ people })
      return done
    },
    'discord:state': () => ({ ok: true, value: shell.discord }),
    'discord:keep-token': ({ token }) => {
      changeDiscord({ hasToken: token !== '' })
      return { ok: true, value: { isKept: true } }
    },
    'discord:change': (change) => changeDiscord(change),
    'discord:link': ({ person }) =>
      changeDiscord({ linking: { person, code: '48219377', endsAt: '2099-01-01T00:05:00Z' } }),
    'discord:cancel-link': () => changeDiscord({ linking: null }),
    'discord:unlink': ({ id }) =>
      changeDiscord({
        people: shell.discord.people.map((person) => ({
          ...person,
          accounts: person.accounts.filter((account) => account.id !== id),
        })),
      }),
    'game-approval:state': () => ({ ok: true, value: shell.gameApproval }),
    'game-approval:link': ({ server, player }) =>
      changeGameApproval({
        linking: { server, player, command: '#link', code: '482193', endsAt: '2099-01-01T00:05:00Z' },
      }),
    'game-approval:cancel-link': () => changeGameApproval({ linking: null }),
    'game-approval:unlink': () => changeGameApproval({ approver: null }),
    'game-approval:resume': () =>
      changeGameApproval({
        approver: shell.gameApproval.approver && { ...shell.gameApproval.approver, paused: false },
      }),
  }
}
