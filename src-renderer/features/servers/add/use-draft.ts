/** Use draft: a form of text fields: what was entered, and what is wrong with it once it was sent. */
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Field → key of the catalogue that says what is wrong. The gateway validates again. */
export type Problems<Draft> = Readonly<Partial<Record<keyof Draft, string>>>

export interface DraftField {
  readonly name: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

export interface DraftForm<Draft> {
  readonly form: RefObject<HTMLFormElement | null>
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly field: (name: keyof Draft & string) => DraftField
  /** Whether it can be sent; the first field that is wrong gets the focus. */
  readonly check: () => boolean
}

export function useDraft<Draft extends { readonly [Name in keyof Draft]: string }>(
  empty: Draft,
  problemsOf: (draft: Draft) => Problems<Draft>,
  onChange: () => void,
): DraftForm<Draft> {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(empty)
  const [touched, setTouched] = useState(false)
  const problems = problemsOf(draft)
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    onChange()
  }
  return {
    form,
    draft,
    change,
    field: (name) => {
      const problem = problems[name]
      return {
        name,
        value: draft[name],
        problem: touched && problem !== undefined ? t(problem) : undefined,
        onChange: ({ target }) => change({ [name]: target.value } as Partial<Draft>),
      }
    },
    check: () => {
      setTouched(true)
      const [wrong] = Object.keys(problems)
      if (wrong === undefined) return true
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return false
    },
  }
}
