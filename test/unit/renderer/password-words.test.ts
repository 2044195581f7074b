import { errorCatalogue } from '@contract/error-catalogue.js'
import { describe, expect, it } from 'vitest'
import { passwordMissing } from '../../../src-main/providers/java/operation-problem.js'
import { RconUnavailable } from '../../../src-main/providers/java/rcon/rcon-failure.js'
import { SshUnavailable } from '../../../src-main/providers/java/ways/ssh/ssh-failure.js'
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

  it.each(['key', 'login'])('say nothing about a token or RCON where it is a %s', (secret) => {
    const words = JSON.stringify(t(`serverCare.secret.${secret}`, { returnObjects: true }))
    expect(words).toMatch(secret === 'key' ? /key|密钥/u : /SSH/u)
    expect(words).not.toMatch(/RCON|token|令牌/iu)
  })

  it.each(['sign-in-refused', 'second-factor', 'key-locked'] as const)(
    'call a sign-in by SSH so when it is %s',
    (why) => {
      const { message, suggestion, details } = errorText(new SshUnavailable(why).toContract(), t)
      expect(`${message} ${suggestion} ${details}`).not.toMatch(/RCON|token|令牌/iu)
      expect(details).toBe('')
      expect(message === new SshUnavailable(why).message).toBe(language === 'en')
    },
  )

  it('ask for a password again at another address', () => {
    const draft = { name: 'Survival', address: 'rcon://127.0.0.1:2', token: '' }
    expect(problemsOf(draft, { before: 'rcon://127.0.0.1:1', secret: 'password' }).token).toBe(
      'serverCare.secret.password.forNewAddress',
    )
    expect(t('serverCare.secret.password.forNewAddress')).not.toMatch(/token|令牌/iu)
  })
})
