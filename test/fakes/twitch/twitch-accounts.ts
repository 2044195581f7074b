/**
 * Model of id.twitch.tv for a public client: device codes, tokens, validation and revocation, from the pages of
 * dev.twitch.tv about the device code grant, refreshing and validating, and the source of twitch-cli fd7dac6
 * (internal/login). A refresh token works once.
 */

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const answered = (body: unknown, status = 200): Answer => ({ status, body })
export const refused = (status: number, message: string): Answer => ({ status, body: { status, message } })

interface Grant {
  readonly scopes: readonly string[]
  access: string
  refresh: string
}

export interface TwitchUser {
  readonly id: string
  readonly login: string
  readonly display_name: string
  readonly broadcaster_type: '' | 'affiliate' | 'partner'
}

export class TwitchAccounts {
  /** The client id that was registered, as a public one. */
  readonly clientId = 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5'
  user: TwitchUser = { id: '695682330', login: 'nova', display_name: 'Nova', broadcaster_type: 'affiliate' }
  readonly #codes = new Map<string, { readonly scopes: readonly string[]; isConfirmed: boolean; isDenied: boolean }>()
  #grants: Grant[] = []
  #last = 0
  /** Refresh tokens that were used. */
  readonly used: string[] = []
  readonly revoked: string[] = []
  /** Whether the application was registered as confidential, so that refreshing needs its secret. */
  isConfidential = false

  /** The person enters the code and agrees. */
  confirm(): void {
    for (const code of this.#codes.values()) code.isConfirmed = true
  }

  /** Access tokens end, as after four hours. */
  expire(): void {
    for (const grant of this.#grants) grant.access = `expired-${grant.access}`
  }

  /** The person removes the connection at Twitch. */
  disconnect(): void {
    this.#grants = []
  }

  /** Whether nobody is connected. */
  get isEmpty(): boolean {
    return this.#grants.length === 0
  }

  grantOf(access: string): { readonly scopes: readonly string[] } | undefined {
    return this.#grants.find((grant) => grant.access === access)
  }

  device(form: URLSearchParams): Answer {
    if (form.get('client_id') !== this.clientId) return refused(400, 'invalid client')
    const code = this.#token('device')
    this.#codes.set(code, { scopes: scopesIn(form), isConfirmed: false, isDenied: false })
    return answered({
      device_code: code,
      expires_in: 1_800,
      interval: 5,
      user_code: 'ABCDEFGH',
      verification_uri: 'https://www.twitch.tv/activate?device-code=ABCDEFGH',
    })
  }

  token(form: URLSearchParams): Answer {
    if (form.get('client_id') !== this.clientId) return refused(400, 'invalid client')
    if (form.get('grant_type') === 'refresh_token') return this.#refresh(form.get('refresh_token') ?? '')
    const code = this.#codes.get(form.get('device_code') ?? '')
    if (!code) return refused(400, 'invalid device code')
    if (!code.isConfirmed) return refused(400, 'authorization_pending')
    this.#codes.clear()
    return this.#grant(code.scopes)
  }

  validate(authorization: string): Answer {
    const grant = this.grantOf(authorization.replace(/^OAuth /u, ''))
    if (!grant) return refused(401, 'invalid access token')
    const { id, login } = this.user
    return answered({ client_id: this.clientId, login, scopes: grant.scopes, user_id: id, expires_in: 14_000 })
  }

  revoke(form: URLSearchParams): Answer {
    const token = form.get('token') ?? ''
    if (!this.grantOf(token)) return refused(400, 'Invalid token')
    this.revoked.push(token)
    this.#grants = this.#grants.filter(({ access }) => access !== token)
    return answered('')
  }

  #refresh(refresh: string): Answer {
    if (this.isConfidential) return refused(403, 'invalid client secret')
    const before = this.#grants.find((grant) => grant.refresh === refresh)
    this.used.push(refresh)
    if (!before) return refused(400, 'Invalid refresh token')
    this.#grants = this.#grants.filter((grant) => grant !== before)
    return this.#grant(before.scopes)
  }

  #grant(scopes: readonly string[]): Answer {
    const grant = { scopes, access: this.#token('access'), refresh: this.#token('refresh') }
    this.#grants.push(grant)
    return answered({
      access_token: grant.access,
      expires_in: 14_400,
      refresh_token: grant.refresh,
      scope: scopes,
      token_type: 'bearer',
    })
  }

  #token(kind: string): string {
    this.#last += 1
    return `${kind}${this.#last}`.padEnd(30, 'x')
  }
}

/** The documentation writes "scopes"; the CLI does too. */
const scopesIn = (form: URLSearchParams): readonly string[] =>
  (form.get('scopes') ?? '').split(' ').filter((one) => one !== '')
