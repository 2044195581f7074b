/**
 * Docker form: a container of this computer, or of another machine over SSH. Its engine lists the containers.
 *
 * Guards invariants 4 and 8: a host key is sent as the person saw it, and passwords are sent to main only.
 */
import { sshLoginText } from '@contract/java-address.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import { type ListedPlace, type PlaceToList, questionOf } from '@shared/servers/server-way.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { Form } from '../../../ui/fields/form.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { PlaceList } from './place-list.js'
import {
  emptyLogin,
  loginPlaceOf,
  loginProblemsOf,
  type SshLoginDraft,
  SshLoginFields,
  signInOf,
} from './ssh-login-fields.js'
import { useDraft } from './use-draft.js'
import { useWayTrial, WayQuestionCard, WayResult } from './way-trial.js'

type DockerPlace = Extract<PlaceToList, { readonly kind: 'docker' }>

const sides = ['here', 'ssh'] as const
type Side = (typeof sides)[number]

const here: DockerPlace = { kind: 'docker' }

export const dockerPlaceOf = (draft: SshLoginDraft): DockerPlace => ({
  kind: 'docker',
  engine: sshLoginText(loginPlaceOf(draft)),
  ...signInOf(draft),
})

/** A listed container, with what signed in to list it. */
export const dockerServerOf = (
  { name, address }: ListedPlace,
  { hostKey, keyFile, login }: DockerPlace,
): GivenServer => ({
  server: {
    name,
    address,
    ...(hostKey !== undefined && { hostKey }),
    ...(keyFile !== undefined && { keyFile }),
  },
  secrets: login === undefined ? {} : { login },
})

interface ContainersProps {
  readonly side: Side
  readonly onAdded: (server: Server) => void
}

const Containers = ({ side, onAdded }: ContainersProps) => {
  const { t } = useTranslation()
  const { busy, error, send, reset } = useRequest()
  const [listed, setListed] = useState<{ readonly by: DockerPlace; readonly places?: readonly ListedPlace[] }>({
    by: here,
  })
  const [chosen, setChosen] = useState<ListedPlace>()
  const trial = useWayTrial(onAdded)
  const { by, places } = listed
  const forget = () => {
    setListed({ by: here })
    setChosen(undefined)
    trial.reset()
    reset()
  }
  const { form, draft, field, check } = useDraft(emptyLogin, loginProblemsOf, forget)
  const question = error && questionOf(error)

  const look = async (place: DockerPlace) => {
    forget()
    setListed({ by: place })
    const result = await send(attempt('servers:list-places', place))
    if (!result.ok) return
    setListed({ by: place, places: result.value })
    setChosen(result.value[0])
  }
  // The list of this computer is looked up once when the form opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later looks are clicks
  useEffect(() => {
    if (side === 'here') void look(here)
  }, [])

  const found = useRef<HTMLDivElement>(null)
  // What was found stands below the form, often below the edge of the window.
  useEffect(() => {
    if (side === 'ssh' && (error || places)) found.current?.scrollIntoView?.({ block: 'nearest' })
  }, [side, error, places])

  return (
    <>
      {side === 'ssh' && (
        <Form
          ref={form}
          className="way-form"
          onSubmit={async () => {
            if (check()) await look(dockerPlaceOf(draft))
          }}
        >
          <SshLoginFields field={field} />
          <Button type="submit" tone={places ? 'plain' : 'go'} disabled={busy}>
            {t(busy ? 'addJava.connecting' : 'addWay.docker.find')}
          </Button>
        </Form>
      )}
      <div className="add-part" ref={found}>
        {busy && <p role="status">{t('addWay.docker.looking')}</p>}
        {question ? (
          <WayQuestionCard
            question={question}
            busy={busy}
            onAccept={() => void look({ ...by, [question.kind]: question.value })}
          />
        ) : (
          error && <ErrorNote title={t(`addWay.docker.failed.${side}`)} error={error} />
        )}
        {places?.length === 0 && <p role="status">{t('addWay.docker.empty')}</p>}
        {places && places.length > 0 && (
          <PlaceList
            label={t('addWay.docker.containers')}
            places={places}
            chosen={chosen}
            onChoose={(place) => {
              setChosen(place)
              trial.reset()
            }}
          />
        )}
        {(side === 'here' || chosen) && (
          <div className="found-foot">
            {side === 'here' && (
              <Button disabled={busy} onClick={() => void look(by)}>
                {t('addWay.lookAgain')}
              </Button>
            )}
            {chosen && (
              <Button tone="go" disabled={trial.busy} onClick={() => void trial.test(dockerServerOf(chosen, by))}>
                {t('addWay.test')}
              </Button>
            )}
          </div>
        )}
      </div>
      <WayResult trial={trial} name={chosen?.name ?? ''} />
    </>
  )
}

export const DockerForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const [side, setSide] = useState<Side>('here')
  return (
    <div className="add-part">
      <Choice
        label={t('addWay.docker.where')}
        value={side}
        options={sides.map((value) => ({ value, label: t(`addWay.docker.side.${value}`) }))}
        onChange={setSide}
      />
      <p className="way-help">{t(`addWay.docker.power.${side}`)}</p>
      <Containers key={side} side={side} onAdded={onAdded} />
    </div>
  )
}
