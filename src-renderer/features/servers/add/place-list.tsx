/** Place list: the servers of a panel, or the containers of Docker, to choose one. */
import type { ListedPlace } from '@shared/servers/server-way.js'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '../../../ui/text/name.js'

export interface PlaceListProps {
  readonly label: string
  readonly places: readonly ListedPlace[]
  readonly chosen: ListedPlace | undefined
  readonly onChoose: (place: ListedPlace) => void
}

export const PlaceList = ({ label, places, chosen, onChoose }: PlaceListProps) => {
  const { t } = useTranslation()
  const group = useId()
  return (
    <fieldset className="way-options">
      <legend className="visually-hidden">{label}</legend>
      {places.map((place) => (
        <label key={place.address}>
          <input
            type="radio"
            name={group}
            checked={place.address === chosen?.address}
            onChange={() => onChoose(place)}
          />
          <span>
            <b>
              <Name text={place.name} />
            </b>
            {place.detail !== undefined && (
              <span>
                <Name text={place.detail} />
              </span>
            )}
          </span>
          {place.isRunning !== undefined && (
            <span className="way-state">{t(place.isRunning ? 'addWay.running' : 'addWay.stopped')}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
