/** Docker form: a container of this computer, or of a Docker engine elsewhere. */

import type { Server } from '@shared/servers/server.js'
import type { ListedPlace } from '@shared/servers/server-way.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { PlaceList } from './place-list.js'
import { useWayTrial, WayResult } from './way-trial.js'

export const DockerForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [places, setPlaces] = useState<readonly ListedPlace[]>()
  const [chosen, setChosen] = useState<ListedPlace>()
  const trial = useWayTrial(onAdded)

  const look = async () => {
    setPlaces(undefined)
    const result = await send(attempt('servers:list-places', { kind: 'docker' }))
    if (!result.ok) return
    setPlaces(result.value)
    setChosen(result.value[0])
  }
  // The list is looked up once when the form opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later looks are clicks
  useEffect(() => void look(), [])

  return (
    <div className="add-part">
      <p className="way-help">{t('addWay.docker.power')}</p>
      {busy && <p role="status">{t('addWay.docker.looking')}</p>}
      {error && <ErrorNote title={t('addWay.docker.none')} error={error} />}
      {places?.length === 0 && <p>{t('addWay.docker.empty')}</p>}
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
      <div className="found-foot">
        <Button disabled={busy} onClick={() => void look()}>
          {t('addWay.lookAgain')}
        </Button>
        {chosen && (
          <Button
            tone="go"
            disabled={trial.busy}
            onClick={() => void trial.test({ server: { name: chosen.name, address: chosen.address }, secrets: {} })}
          >
            {t('addWay.test')}
          </Button>
        )}
      </div>
      <WayResult trial={trial} name={chosen?.name ?? ''} />
    </div>
  )
}
