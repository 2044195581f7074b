/**
 * Host form: a server at a hosting company, in the order in which a person knows the answers: the panel, its address and
 * a key, the server, and the test.
 *
 * Guards invariant 8: the key is sent to main only.
 */
import type { Server } from '@shared/servers/server.js'
import { type ListedPlace, type PlaceToList, questionOf } from '@shared/servers/server-way.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { usePreferences } from '../../../state/preferences.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Form } from '../../../ui/fields/form.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { PlaceList } from './place-list.js'
import { RemoteForm } from './remote-form.js'
import { useWayTrial, WayQuestionCard, WayResult } from './way-trial.js'

const panels = ['pterodactyl', 'mcsmanager', 'other'] as const
type Panel = (typeof panels)[number]

/** Host and port of an address as people copy it from the browser. */
export function panelHostOf(text: string): string | undefined {
  const trimmed = text.trim()
  const address = /^https?:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && url.hostname !== '' && url.username === '' ? url.host : undefined
}

const PanelChoice = ({ panel, onChoose }: { readonly panel: Panel; readonly onChoose: (panel: Panel) => void }) => {
  const { t } = useTranslation()
  const group = useId()
  return (
    <fieldset className="way-options">
      <legend>{t('addWay.host.which')}</legend>
      {panels.map((one) => (
        <label key={one}>
          <input type="radio" name={group} checked={one === panel} onChange={() => onChoose(one)} />
          <span>
            <b>{t(`addWay.host.panel.${one}`)}</b>
            <span>{t(`addWay.host.looks.${one}`)}</span>
          </span>
          <span className="way-state">{t(`addWay.host.gives.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface PanelServersProps {
  readonly panel: Exclude<Panel, 'other'>
  readonly onAdded: (server: Server) => void
}

const PanelServers = ({ panel, onAdded }: PanelServersProps) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [certificate, setCertificate] = useState<string>()
  const [touched, setTouched] = useState(false)
  const [places, setPlaces] = useState<readonly ListedPlace[]>()
  const [chosen, setChosen] = useState<ListedPlace>()
  const { busy, error, send, reset } = useRequest()
  const trial = useWayTrial(onAdded)
  const host = panelHostOf(address)
  const question = error && questionOf(error)

  const list = async (trusted: string | undefined) => {
    setTouched(true)
    if (host === undefined || key.trim() === '') return
    setCertificate(trusted)
    setPlaces(undefined)
    trial.reset()
    const place: PlaceToList = {
      kind: panel,
      panel: host,
      key: key.trim(),
      ...(trusted !== undefined && { certificate: trusted }),
    }
    const result = await send(attempt('servers:list-places', place))
    if (!result.ok) return
    setPlaces(result.value)
    setChosen(result.value[0])
  }
  const changed = (set: (text: string) => void) => ({
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      set(target.value)
      setPlaces(undefined)
      trial.reset()
      reset()
    },
  })

  return (
    <>
      <Form className="way-form" onSubmit={() => list(certificate)}>
        <TextField
          label={t('addWay.host.address')}
          placeholder="https://panel.example.com"
          className={streamSafe ? 'private' : ''}
          value={address}
          problem={touched && host === undefined ? t('addWay.host.addressWrong') : undefined}
          {...changed(setAddress)}
        />
        <TextField
          label={t('addWay.host.key')}
          type="password"
          autoComplete="new-password"
          value={key}
          problem={touched && key.trim() === '' ? t('addWay.host.keyMissing') : undefined}
          {...changed(setKey)}
        />
        <div className="way-help wide">
          <b>{t('addWay.host.where')}</b>
          <ol>
            {[1, 2, 3].map((step) => (
              <li key={step}>{t(`addWay.host.steps.${panel}.${step}`)}</li>
            ))}
          </ol>
          <p>{t(`addWay.host.advice.${panel}`)}</p>
        </div>
        <Button type="submit" tone={places ? 'plain' : 'go'} disabled={busy}>
          {t(busy ? 'addJava.connecting' : 'addWay.host.next')}
        </Button>
      </Form>
      {question ? (
        <WayQuestionCard question={question} busy={busy} onAccept={() => void list(question.value)} />
      ) : (
        error && <ErrorNote title={t('addWay.host.failed')} error={error} />
      )}
      {places?.length === 0 && <p role="status">{t('addWay.host.noServers')}</p>}
      {places && places.length > 0 && (
        <>
          <PlaceList
            label={t('addWay.host.choose')}
            places={places}
            chosen={chosen}
            onChoose={(place) => {
              setChosen(place)
              trial.reset()
            }}
          />
          <Button
            tone="go"
            disabled={trial.busy || !chosen}
            onClick={() => {
              if (!chosen) return
              const pin = certificate === undefined ? {} : { certificate }
              const server = { name: chosen.name, address: chosen.address, ...pin }
              void trial.test({ server, secrets: { token: key.trim() } })
            }}
          >
            {t('addWay.test')}
          </Button>
        </>
      )}
      <WayResult trial={trial} name={chosen?.name ?? ''} />
    </>
  )
}

export const HostForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const [panel, setPanel] = useState<Panel>('pterodactyl')
  return (
    <div className="add-part">
      <PanelChoice panel={panel} onChoose={setPanel} />
      {panel === 'other' ? (
        <>
          <p className="way-help">{t('addWay.host.otherHelp')}</p>
          <RemoteForm onAdded={onAdded} />
        </>
      ) : (
        <PanelServers key={panel} panel={panel} onAdded={onAdded} />
      )}
    </div>
  )
}
