import { errorCatalogue } from '@contract/error-catalogue.js'
import { describe, expect, it } from 'vitest'
import { passwordMissing } from '../../../src-main/providers/java/operation-problem.js'
import { RconUnavailable } from '../../../src-main/providers/java/rcon/rcon-failure.js'
import { problemsOf } from '../../../src-renderer/features/servers/new-server.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { errorText } from '../../../src-renderer/ui/messages/error-text.js'

describe.each(['en', 'zh'] as const)('words about the password of a Java server (%s)', (language) => {
  const t = i18n.getFixedT(language)

  it.each([
    ['wrong', new RconUnavailable('wrong-password')],
    ['not stored', passwordMissing],
  ])('say nothing about a token when it is %s', (_what, problem) => {
    const { message, suggestion, details } = errorText(problem.toContract(), t)
    expect(`${message} ${suggestion} ${details}`).toMatch(/RCON (?:password|密码)/u)
    expect(`${message} ${suggestion} ${details}`).not.toMatch(/token|令牌/iu)
  })

  it('still call the token of a plugin a token', () => {
    const { message } = errorText({ code: 'AUTH.TOKEN_INVALID', ...errorCatalogue['AUTH.TOKEN_INVALID'] }, t)
    expect(message).toMatch(/token|令牌/iu)
  })

  it('ask for a password again at another address', () => {
    const draft = { name: 'Survival', address: 'rcon://127.0.0.1:2', token: '' }
    expect(problemsOf(draft, 'rcon://127.0.0.1:1').token).toBe('serverCare.passwordForNewAddress')
    expect(t('serverCare.passwordForNewAddress')).not.toMatch(/token|令牌/iu)
  })
})
