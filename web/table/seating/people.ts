/** The names of people in sentences about who is here, asks or waits. In Japanese they are more polite than in a game. */
import { apart } from "../../i18n/names";
import type { Table } from "../../state/table";
import { said } from "./words";

export const person = (name: string): string => said("person", { name: apart(name) });
export const personAt = (table: Table, seat: number): string => person(table.chairs.value[seat]?.name ?? "");
