/**
 * Typed: keeps what a person types unchanged until they leave the field or press Enter. Then it is applied, or kept with
 * an error so that they can correct it. Escape restores the last applied value.
 */
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

export type Read<Value> = { readonly value: Value } | { readonly problem: string }

export interface TypedOptions<Value> {
  /** The displayed value while nobody types. */
  readonly written: string
  readonly read: (text: string) => Read<Value>
  readonly onApply: (value: Value) => void
}

export interface Typed {
  readonly problem: string | undefined
  /** Discards unfinished input: the value was set in another way. */
  readonly forget: () => void
  readonly field: {
    readonly value: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onBlur: () => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  }
}

export const useTyped = <Value>({ written, read, onApply }: TypedOptions<Value>): Typed => {
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const forget = () => {
    setTyped(undefined)
    setWrong(false)
  }
  const settle = () => {
    if (typed === undefined) return
    const found = typed === written ? undefined : read(typed)
    if (found && 'problem' in found) return setWrong(true)
    forget()
    if (found) onApply(found.value)
  }
  // Read again each time, so that it is said in the language of the screen.
  const found = wrong && typed !== undefined ? read(typed) : undefined
  return {
    problem: found && 'problem' in found ? found.problem : undefined,
    forget,
    field: {
      value: typed ?? written,
      onChange: ({ target }) => {
        setTyped(target.value)
        setWrong(false)
      },
      onBlur: settle,
      onKeyDown: (event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          settle()
        } else if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation()
          forget()
        }
      },
    },
  }
}
