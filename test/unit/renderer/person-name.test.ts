import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { callerName } from '../../../src-renderer/ui/names/caller-name.js'
import { personName, personNames } from '../../../src-renderer/ui/names/person-name.js'

const t = ((key: string) => `[${key}]`) as unknown as TFunction

describe('a person on a screen', () => {
  it.each([
    ['desktop', '[person.you]'],
    ['desktop: tray', '[person.you]'],
    ['desktop-2', 'desktop-2'],
    ['player:steve', 'player:steve'],
  ])('%s is %s', (id, name) => expect(personName(id, t)).toBe(name))

  it('has the name they gave themselves, but not that of this computer', () => {
    expect(personName('phone:1', t, 'Mia')).toBe('Mia')
    expect(personName('phone:1', t, 'desktop')).toBe('desktop')
  })

  it('is one of several approvers', () => expect(personNames('desktop, phone:1', t)).toBe('[person.you], phone:1'))

  it('is not a program with that name', () => {
    expect(callerName({ type: 'model', id: 'desktop', name: 'desktop' }, t)).toBe('desktop')
    expect(callerName({ type: 'user', id: 'desktop', name: 'desktop' }, t)).toBe('[caller.undoing.name]')
    expect(callerName({}, t)).toBe('')
  })
})
