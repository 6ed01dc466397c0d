const shape = /^(.+)\.\.([a-z0-9]{6})$/;

/** The service of a variant, which is named `<service>..<preset>`; a service's own name. */
export const serviceOf = (name: string): string => shape.exec(name)?.[1] ?? name;

/** The id of a variant's preset; undefined for a service. */
export const presetIdOf = (name: string): string | undefined => shape.exec(name)?.[2];
