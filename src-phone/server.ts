/** Server: the requests of this page to the computer that served it. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly suggestion?: string
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

const unreachable: Failure = { code: 'PAGE.UNREACHABLE', message: '' }

/** Never rejects. */
export async function ask<T>(path: string, body?: object): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      cache: 'no-store',
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const value: unknown = await response.json()
    if (response.ok) return { ok: true, value: value as T }
    return { ok: false, error: (value as { readonly error?: Failure }).error ?? unreachable }
  } catch {
    return { ok: false, error: unreachable }
  }
}
