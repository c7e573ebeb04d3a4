package dev.landfall.rows;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Which plain types hold every value of another. */
final class TypeFit {
  private TypeFit() {}

  /**
   * Answers whether every value of one type is a value of the other.
   *
   * @param free whether the values may be checked one by one instead, because no one said the size
   */
  static boolean fits(Type from, Type to, boolean free) {
    if (from.equals(to)) {
      return true;
    }
    return switch (from.typeId()) {
      case INTEGER -> to.typeId() == Type.TypeID.LONG;
      case FLOAT -> to.typeId() == Type.TypeID.DOUBLE;
      case DECIMAL -> to instanceof Types.DecimalType wider && (free || widens(from, wider));
      case BINARY -> free && to.typeId() == Type.TypeID.FIXED;
      default -> false;
    };
  }

  private static boolean widens(Type from, Types.DecimalType to) {
    Types.DecimalType decimal = (Types.DecimalType) from;
    return decimal.scale() == to.scale() && decimal.precision() <= to.precision();
  }

  /** Answers whether a component of one type can show every value of a column of the other. */
  static boolean shows(Type column, Type component) {
    return fits(column, component, column.typeId() == Type.TypeID.DECIMAL)
        || (column.typeId() == Type.TypeID.FIXED && component.typeId() == Type.TypeID.BINARY);
  }
}
