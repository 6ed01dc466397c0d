import { createContext, useContext, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const Place = createContext<HTMLElement | null>(null);
const SetPlace = createContext<(place: HTMLElement | null) => void>(() => undefined);

/** Around header and slices alike: carries the place a slice may put controls into. */
export function HeaderSlotProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <SetPlace.Provider value={setPlace}>
      <Place.Provider value={place}>{children}</Place.Provider>
    </SetPlace.Provider>
  );
}

/** In the header's right side: where the slices' controls appear. */
export function HeaderSlotPlace({ className }: { className?: string }) {
  return <div ref={useContext(SetPlace)} className={className} />;
}

/** In a slice: its children appear in the header's right side while the slice is shown. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const place = useContext(Place);
  return place && createPortal(children, place);
}
