/**
 * Secret form: a password, token or header that is stored, and can be removed.
 *
 * Guards invariant 8: it is forgotten here once it was sent.
 */
import { useState } from 'react'
import type { Result } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import './secret-form.css'

export interface SecretFormProps {
  readonly label: string
  readonly hint: string
  readonly save: string
  readonly remove: string
  readonly failed: string
  readonly maxLength: number
  readonly isStored: boolean
  /** Saving is what helps now. */
  readonly isWrong?: boolean
  /** An empty one removes what is stored. */
  readonly onKeep: (secret: string) => Promise<Result<unknown>>
}

export const SecretForm = ({ isStored, isWrong = false, onKeep, ...form }: SecretFormProps) => {
  const [typed, setTyped] = useState('')
  const { busy, error, send } = useRequest()
  const keep = async (secret: string) => {
    const result = await send(onKeep(secret))
    if (result.ok) setTyped('')
  }
  return (
    <Form className="secret-form" onSubmit={() => keep(typed)}>
      <TextField
        label={form.label}
        hint={form.hint}
        type="password"
        maxLength={form.maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="secret-form-buttons">
        <Button type="submit" tone={isWrong ? 'go' : 'plain'} disabled={typed.trim() === '' || busy}>
          {form.save}
        </Button>
        {isStored && (
          <Button tone="quiet" onClick={() => void keep('')}>
            {form.remove}
          </Button>
        )}
      </div>
      {error && <ErrorNote title={form.failed} error={error} />}
    </Form>
  )
}
