/**
 * Recipe steps: the text to copy into a program, where it goes, and the next step. Over HTTP the first step creates a key;
 * for the bridge the key is stored in the profile when the text is copied.
 */

import type { NewKey } from '@shared/clients/client.js'
import { type Guide, keyNameOf, keyPlaceholder, type Recipe } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { clients as clientFeed } from '../state/feeds.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { CopyButton } from '../ui/buttons/copy-button.js'
import { Choice } from '../ui/fields/choice.js'
import { ErrorNote } from '../ui/messages/error-note.js'
import { CodeBlock } from '../ui/text/code-block.js'
import { FirstConnection } from './first-connection.js'
import { useProgramName, useProgramText } from './program-text.js'

/** A name that no other client has. */
const freeName = (name: string, taken: readonly string[]): string => {
  const used = new Set(taken.map((one) => one.toLowerCase()))
  const names = [name, ...Array.from({ length: taken.length + 1 }, (_, index) => `${name} ${index + 2}`)]
  return names.find((one) => !used.has(one.toLowerCase())) ?? name
}

export interface RecipeStepsProps {
  readonly guide: Guide
  /** The name that the person gives to an unknown program. */
  readonly name: string | undefined
}

export const RecipeSteps = ({ guide: { program, recipes }, name }: RecipeStepsProps) => {
  const { t } = useTranslation()
  const nameOf = useProgramName()
  const words = useProgramText()
  const taken = clientFeed.use((feed) => feed.value.clients.map((client) => client.name).join('\n')).split('\n')
  const [over, setOver] = useState<Recipe['over']>('bridge')
  const [made, setMade] = useState<NewKey>()
  const { busy, error, send } = useRequest()
  const index = recipes.findIndex((recipe) => recipe.over === over)
  const recipe = recipes[index]
  if (recipe === undefined) return null
  const key = over === 'http' ? made : undefined
  const named = name === undefined ? {} : { name }
  const copy = async () => {
    const result = await send(
      attempt('connect:copy', { program, ...named, recipe: index, ...(key && { client: key.client.id }) }),
    )
    return result.ok
  }
  const ensureKey = () => send(attempt('connect:ensure-key', { program, ...named }))
  const makeKey = async () => {
    const free = freeName(program === 'other' ? (name ?? t('connect.yoursKey')) : nameOf(program), taken)
    const result = await send(attempt('clients:add', { name: free }))
    if (result.ok) setMade(result.value)
  }
  return (
    <>
      {recipes.some((one) => one.over === 'http') && (
        <Choice
          label={t('connect.over')}
          value={over}
          options={(['bridge', 'http'] as const).map((value) => ({ value, label: t(`connect.overs.${value}`) }))}
          onChange={setOver}
        />
      )}
      <p>{t(`connect.overTexts.${over}`)}</p>
      <ol className="connect-steps">
        {over === 'http' && (
          <li>
            <h3>{t('connect.keyTitle')}</h3>
            <p>{made ? t('connect.keyMade', { name: made.client.name }) : t('connect.keyText')}</p>
            {error && <ErrorNote title={t('clients.addFailed')} error={error} />}
            {!made && (
              <Button icon="key" disabled={busy} onClick={() => void makeKey()}>
                {t('connect.keyMake')}
              </Button>
            )}
          </li>
        )}
        <li>
          <h3>{t(`connect.into.${recipe.into}`)}</h3>
          {recipe.file === undefined ? (
            <p>{recipe.into === 'file' ? words('intoSettings', program) : t('connect.intoTerminal')}</p>
          ) : (
            <>
              <p>{t('connect.intoFile')}</p>
              <p className="mono config-card-path">{recipe.file}</p>
            </>
          )}
          <CodeBlock
            text={key === undefined ? recipe.text : recipe.text.replace(keyPlaceholder, () => key.token)}
            label={words('copyLabel', program)}
            action={<CopyButton label={t('copy.copy')} onCopy={copy} />}
            onCopy={over === 'bridge' ? () => void ensureKey() : undefined}
          />
          {over === 'bridge' && error && <ErrorNote title={t('clients.addFailed')} error={error} />}
        </li>
        <li>
          <h3>{words('restart', program)}</h3>
          <p>{t('connect.restartText')}</p>
        </li>
      </ol>
      <FirstConnection
        program={program}
        clientId={over === 'http' ? (made?.client.id ?? '') : undefined}
        keyName={keyNameOf(program, name)}
      />
    </>
  )
}
