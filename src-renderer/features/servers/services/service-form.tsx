/**
 * Service form: adds a service, or changes one: its name, and its command or its address.
 *
 * A key is sent to main only (invariant 8); a stored one is shown as its reference.
 */

import { isObject } from '@contract/json/json-object.js'
import type { ServiceDraft, ServiceView } from '@shared/servers/service.js'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { Form } from '../../../ui/fields/form.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { firstInvalidPair, lineOf, pairsOf, textOfPairs, wordsOf } from './command-line.js'

const ways = ['stdio', 'http', 'sse', 'embedded'] as const
type Way = (typeof ways)[number]

interface Typed {
  readonly way: Way
  readonly name: string
  readonly command: string
  readonly folder: string
  readonly url: string
  readonly module: string
  /** JSON. */
  readonly config: string
  readonly env: string
  readonly headers: string
  /** Seconds; empty: the default. */
  readonly startTimeout: string
}

const typedOf = (service: ServiceView | undefined): Typed => {
  const draft = service?.draft
  const empty = {
    way: 'stdio',
    name: service?.name ?? '',
    command: '',
    folder: '',
    url: '',
    module: '',
    config: '',
    env: '',
    headers: '',
    startTimeout: draft?.startTimeout === undefined ? '' : `${draft.startTimeout / 1_000}`,
  } as const
  if (!draft) return empty
  if (draft.type === 'stdio') {
    const { command, args, cwd = '', env } = draft
    return { ...empty, command: lineOf([command, ...args]), folder: cwd, env: textOfPairs(env, '=') }
  }
  if (draft.type === 'embedded') {
    const { module, config } = draft
    return { ...empty, way: draft.type, module, config: config ? JSON.stringify(config, undefined, 2) : '' }
  }
  return { ...empty, way: draft.type, url: draft.url, headers: textOfPairs(draft.headers, ':') }
}

const isRemote = (way: Way): boolean => way === 'http' || way === 'sse'

/** An absolute path, as on this or another system, or a reference to one. */
const isModule = (text: string): boolean =>
  text.startsWith('${') || (/^(?:\/|[a-z]:[\\/]|\\\\)/iu.test(text) && /\.[cm]?js$/iu.test(text))

/** Undefined for what is no JSON object. */
function configIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const firstField = { stdio: 'command', http: 'url', sse: 'url', embedded: 'module' } as const

/** What is wrong with what was typed, by field, as a key of the words. */
const problemsOf = ({
  way,
  name,
  command,
  url,
  module,
  config,
  env,
  headers,
  startTimeout,
}: Typed): Partial<Record<keyof Typed, string>> => ({
  ...(name.trim() === '' && { name: 'services.form.noName' }),
  ...(way === 'stdio' && wordsOf(command).length === 0 && { command: 'services.form.noCommand' }),
  ...(isRemote(way) && !/^(?:https?:\/\/|\$\{)/u.test(url.trim()) && { url: 'services.form.noUrl' }),
  ...(way === 'stdio' && firstInvalidPair(env, '=') !== undefined && { env: 'services.form.wrongVariable' }),
  ...(way === 'embedded' && !isModule(module.trim()) && { module: 'services.form.noModule' }),
  ...(way === 'embedded' && configIn(config) === undefined && { config: 'services.form.wrongConfig' }),
  ...(isRemote(way) && firstInvalidPair(headers, ':') !== undefined && { headers: 'services.form.wrongHeader' }),
  ...(!isLimit(startTimeout.trim()) && { startTimeout: 'services.form.wrongStartTimeout' }),
})

const isLimit = (text: string): boolean => text === '' || (Number(text) >= 1 && Number(text) <= 600)

const draftOf = ({ startTimeout, ...typed }: Typed): ServiceDraft => ({
  ...withoutLimit(typed),
  ...(startTimeout.trim() !== '' && { startTimeout: Number(startTimeout) * 1_000 }),
})

const withoutLimit = (typed: Omit<Typed, 'startTimeout'>): ServiceDraft => {
  const { way, command, folder, url, module, config, env, headers } = typed
  if (way === 'embedded') {
    const given = configIn(config) ?? {}
    return { type: way, module: module.trim(), ...(Object.keys(given).length > 0 && { config: given }) }
  }
  if (way !== 'stdio') return { type: way, url: url.trim(), headers: pairsOf(headers, ':') }
  const [program = '', ...args] = wordsOf(command)
  return {
    type: way,
    command: program,
    args,
    env: pairsOf(env, '='),
    ...(folder.trim() !== '' && { cwd: folder.trim() }),
  }
}

export interface ServiceFormProps {
  /** The one that is changed; a new one when left out. */
  readonly service?: ServiceView
  /** Names that a new one cannot have. */
  readonly taken?: readonly string[]
  /** @param remembered whether its keys outlive the program */
  readonly onDone: (name: string, remembered: boolean) => void
  readonly onClose: () => void
}

export const ServiceForm = ({ service, taken = [], onDone, onClose }: ServiceFormProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Typed>(typedOf(service))
  const [isTried, setTried] = useState(false)
  const { busy, error, send } = useRequest()
  const form = useRef<HTMLFormElement>(null)
  const isTaken = service === undefined && taken.includes(typed.name.trim())
  const problems = { ...problemsOf(typed), ...(isTaken && { name: 'services.form.takenName' }) }
  const first = service === undefined ? 'name' : firstField[typed.way]
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus(), [first])

  const submit = async () => {
    setTried(true)
    const [wrong] = Object.keys(problems)
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    const name = typed.name.trim()
    const result = await send(attempt(service ? 'services:edit' : 'services:add', { name, draft: draftOf(typed) }))
    if (result.ok) onDone(name, result.value.remembered)
  }
  const chooseModule = async () => {
    const result = await send(attempt('services:choose-module'))
    if (!result.ok) return
    if (result.value !== null) setTyped({ ...typed, module: result.value })
  }
  const field = (key: Exclude<keyof Typed, 'way'>) => ({
    name: key,
    value: typed[key],
    problem: isTried && problems[key] !== undefined ? t(problems[key]) : undefined,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [key]: event.target.value }),
  })

  return (
    <Dialog title={t(service ? 'services.form.edit' : 'services.add', { name: typed.name })} onClose={onClose}>
      <Form className="service-form" ref={form} onSubmit={submit}>
        {!service && <p>{t('services.form.text')}</p>}
        {!service && (
          <TextField
            label={t('services.form.name')}
            maxLength={60}
            placeholder="Files"
            hint={t('services.form.nameHint')}
            {...field('name')}
          />
        )}
        <Choice
          label={t('services.form.way')}
          value={typed.way}
          options={ways.map((value) => ({ value, label: t(`services.way.${value}`) }))}
          onChange={(way) => setTyped({ ...typed, way })}
        />
        {typed.way === 'embedded' && (
          <>
            <TextField
              label={t('services.form.module')}
              className="mono-field"
              placeholder="/home/alex/notes/service.mjs"
              hint={t('services.form.moduleHint')}
              {...field('module')}
            />
            <div>
              <Button size="s" onClick={() => void chooseModule()}>
                {t('services.form.choose')}
              </Button>
            </div>
            <Lines
              label={t('services.form.config')}
              hint={t('services.form.configHint')}
              placeholder={'{"folder": "notes"}'}
              {...field('config')}
            />
          </>
        )}
        {typed.way === 'stdio' && (
          <>
            <TextField
              label={t('services.form.command')}
              className="mono-field"
              placeholder="npx -y @modelcontextprotocol/server-filesystem /home/alex/notes"
              hint={t('services.form.commandHint')}
              {...field('command')}
            />
            <TextField
              label={t('services.form.folder')}
              className="mono-field"
              hint={t('services.form.folderHint')}
              {...field('folder')}
            />
            <Lines
              label={t('services.form.env')}
              hint={t('services.form.keysHint')}
              placeholder="API_TOKEN=…"
              {...field('env')}
            />
          </>
        )}
        {isRemote(typed.way) && (
          <>
            <TextField
              label={t('services.form.url')}
              className="mono-field"
              inputMode="url"
              hint={t('services.form.urlHint')}
              placeholder={typed.way === 'sse' ? 'https://example.org/sse' : 'https://example.org/mcp'}
              {...field('url')}
            />
            <Lines
              label={t('services.form.headers')}
              hint={t('services.form.keysHint')}
              placeholder="Authorization: Bearer …"
              {...field('headers')}
            />
          </>
        )}
        <TextField
          label={t('services.form.startTimeout')}
          inputMode="numeric"
          hint={t('services.form.startTimeoutHint')}
          {...field('startTimeout')}
        />
        {error && <ErrorNote error={error} />}
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button tone="go" type="submit" disabled={busy}>
            {t(service ? 'services.form.save' : 'services.form.add')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface LinesProps {
  readonly label: string
  readonly hint: string
  readonly name: string
  readonly value: string
  readonly problem: string | undefined
  readonly placeholder: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

/** Several lines, each a name and a value. */
const Lines = ({ label, hint, problem, ...rest }: LinesProps) => {
  const id = useId()
  return (
    <div className={`text-field mono-field ${problem ? 'wrong' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        rows={2}
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
      />
      <div className="text-field-note" id={`${id}-note`}>
        {problem ?? hint}
      </div>
    </div>
  )
}
