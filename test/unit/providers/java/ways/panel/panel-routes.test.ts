import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  filesIn,
  serverDetailsIn,
  serversIn,
  signedAddressIn,
  ticketIn,
} from '../../../../../../src-main/providers/java/ways/panel/panel-answers.js'
import {
  PanelUnavailable,
  panelProblems,
  refusalOf,
} from '../../../../../../src-main/providers/java/ways/panel/panel-failure.js'
import {
  isPanelId,
  missingPermissions,
  panelRoutes,
  pathOf,
  wantedPermissions,
} from '../../../../../../src-main/providers/java/ways/panel/panel-routes.js'
import { hashOf, unseenIn } from '../../../../../../src-main/providers/java/ways/panel/panel-stream.js'
import en from '../../../../../../src-renderer/locales/en.json' with { type: 'json' }
import zh from '../../../../../../src-renderer/locales/zh.json' with { type: 'json' }
import { errorText } from '../../../../../../src-renderer/ui/messages/error-text.js'

const uuid = '11111111-2222-4333-8444-555555555555'

describe('the routes of a panel', () => {
  it('can neither delete a server, nor change accounts, keys, users or settings', () => {
    for (const { method, path } of Object.values(panelRoutes)) {
      expect(['GET', 'POST', 'PUT']).toContain(method)
      expect(path).not.toMatch(/account|api-keys|users|settings|reinstall|startup|databases|schedules|pull/u)
      expect(pathOf({ ...panelRoutes.viewServer, path }, { server: uuid, backup: uuid })).toMatch(/^\/api\/client\//u)
    }
  })

  it('stay what they are, whatever is given as a server', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('..', '../..', 'a/../b', '%2e%2e', '')), (server) => {
        if (isPanelId(server)) return
        expect(() => pathOf(panelRoutes.viewServer, { server })).toThrow(TypeError)
      }),
    )
  })

  it('name the rights that a subuser lacks, and none for the owner', () => {
    expect(missingPermissions(['*'])).toEqual([])
    expect(missingPermissions([])).toEqual(wantedPermissions)
    expect(missingPermissions(wantedPermissions.slice(1))).toEqual(['control.console'])
    // Nothing that Gatehouse never does.
    expect(
      wantedPermissions.filter((name) => /user\.|settings\.|startup\.|schedule\.|backup\.delete/u.test(name)),
    ).toEqual([])
  })
})

describe('what a panel answers', () => {
  it('is read or refused, and never taken for something else', () => {
    const readers = [serversIn, serverDetailsIn, ticketIn, signedAddressIn, filesIn]
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        for (const read of readers) {
          try {
            read(answer)
          } catch (error) {
            expect(error).toBeInstanceOf(PanelUnavailable)
          }
        }
      }),
    )
  })

  it('names no file that could leave its folder', () => {
    const file = (name: string) => ({
      attributes: { name, size: 1, is_file: true, modified_at: '2026-11-26T16:00:00Z' },
    })
    expect(filesIn({ data: ['..', '.', '', 'a/b', 'a\0', 'ok'].map(file) }).map(({ name }) => name)).toEqual(['ok'])
  })

  it.each([
    [401, '', 'wrong-key'],
    [403, 'This action is unauthorized.', 'no-permission'],
    [404, 'The requested resource could not be found on the server.', 'no-server'],
    [
      404,
      'An error occurred on the remote host: The requested resources was not found on the system..',
      'file-missing',
    ],
    [409, 'This server is currently suspended and the functionality requested is unavailable.', 'suspended'],
    [409, 'Dieser Server ist beschäftigt.', 'busy'],
    [429, 'Too Many Attempts.', 'panel-limit'],
    [400, 'An error occurred on the remote host: There is not enough disk space available.', 'disk-full'],
    [
      403,
      'An error occurred on the remote host: This file cannot be modified: present in egg denylist.',
      'file-refused',
    ],
    [500, 'There was an error while communicating with the machine running this server.', 'unexpected'],
    [502, 'Server must be online in order to send commands.', 'node-unreachable'],
    [504, '', 'node-unreachable'],
  ])('%i %s is %s', (status, detail, reason) => {
    const error = refusalOf({ status, body: { errors: [{ detail }] }, permission: 'file.read' })
    expect(error.problem).toBe(reason)
    expect(error.message).not.toContain(detail || 'no such text')
  })
})

describe('the problems of a panel', () => {
  it('have a text in both languages, that says the cause and what to do', () => {
    for (const texts of [en.panelProblem, zh.panelProblem]) {
      expect(Object.keys(texts).sort()).toEqual(Object.keys(panelProblems).sort())
      for (const { what, next } of Object.values(texts)) expect(Math.min(what.length, next.length)).toBeGreaterThan(4)
    }
    const { code, message, suggestion } = panelProblems['wrong-key']
    const shown = errorText({ code, message, suggestion, details: { why: 'panel-wrong-key' } }, (key) => key)
    expect(shown.message).toBe('panelProblem.wrong-key.what')
  })
})

describe('lines that a node repeats', () => {
  it('are known again, whatever was written meanwhile', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd', '<Steve> hi')
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.array(fc.nat(1_000), { maxLength: 10 }),
        fc.nat(30),
        (old, fresh, from) => {
          const seen = old.map((text, index) => `${index} ${text}`)
          const news = fresh.map((text, index) => `${old.length + index} ${text}`)
          const repeated = [...seen.slice(Math.min(from, seen.length)), ...news]
          expect(unseenIn(repeated, seen.map(hashOf))).toEqual(news)
        },
      ),
    )
  })
})
