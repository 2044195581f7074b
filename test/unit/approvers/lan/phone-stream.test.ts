import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { PersonRole } from '@shared/clients/person-role.js'
import { expect, it } from 'vitest'
import { PhoneStreams } from '../../../../src-main/approvers/lan/phone-stream.js'
import { approvalsUnderTest, question } from '../../../fakes/approvals-under-test.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const secret = 'hunter2-hunter2'

class Page extends EventEmitter {
  text = ''
  readonly writableLength = 0

  writeHead(): void {}

  write(text: string): void {
    this.text += text
  }

  destroy(): void {
    this.emit('close')
  }
}

function shownTo(role: PersonRole, now = role): string {
  const clock = new FakeClock()
  const approvals = approvalsUnderTest({ clock })
  approvals.attach({ id: 'desktop', name: 'desktop', kind: 'desktop' })
  const given = { password: secret, title: 'hello' }
  void approvals.request({ ...question, arguments: given }, 1, new AbortController().signal)
  const person = { id: 'person:00000001', name: 'Ada', kind: 'phone' } as const
  const people = { pageOpened: () => () => {}, personOf: () => ({ ...person, role: now }) }
  const streams = new PhoneStreams({ approvals, clock, people })
  const page = new Page()
  streams.open(page as unknown as ServerResponse, {
    way: { kind: 'phone', id: 'phone:00000001', addedAt: '' },
    person: { ...person, role },
    revoked: new AbortController().signal,
  })
  page.destroy()
  return page.text
}

it('shows the phone of a viewer a request without its secrets', () => {
  expect(shownTo('viewer')).toContain('hello')
  expect(shownTo('viewer')).not.toContain(secret)
})

it('shows whoever may answer it exactly what will be sent', () => {
  expect(shownTo('moderator')).toContain(secret)
})

it('shows what the role of now may see, also on a page that was opened with another', () => {
  expect(shownTo('moderator', 'viewer')).not.toContain(secret)
})
