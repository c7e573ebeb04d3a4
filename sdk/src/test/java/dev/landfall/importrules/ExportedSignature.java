package dev.landfall.importrules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a user of a class compiles against: its supertypes, and the types of its public and
 * protected members, with all type arguments. Annotations do not count.
 */
final class ExportedSignature extends ArchCondition<JavaClass> {

  private final DescribedPredicate<JavaClass> forbidden;

  private ExportedSignature(DescribedPredicate<JavaClass> forbidden, String... packages) {
    super("not name types of " + String.join(", ", packages) + " in exported signatures");
    this.forbidden = forbidden;
  }

  static ExportedSignature namesNone(String... packages) {
    return new ExportedSignature(JavaClass.Predicates.resideInAnyPackage(packages), packages);
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (!isExported(type)) {
      return;
    }
    report(type, type.getFullName(), supertypes(type), events);
    type.getMembers().stream()
        .filter(ExportedSignature::isExported)
        .forEach(member -> report(type, member.getFullName(), types(member), events));
  }

  private void report(
      JavaClass type, String where, Stream<JavaType> types, ConditionEvents events) {
    types
        .flatMap(used -> used.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(forbidden)
        .distinct()
        .forEach(
            leak ->
                events.add(
                    SimpleConditionEvent.violated(type, where + " names " + leak.getFullName())));
  }

  private static boolean isExported(JavaClass type) {
    return isExported(type.getModifiers())
        && type.getEnclosingClass().map(ExportedSignature::isExported).orElse(true);
  }

  private static boolean isExported(JavaMember member) {
    return isExported(member.getModifiers())
        && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
  }

  private static boolean isExported(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaType> supertypes(JavaClass type) {
    return Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
  }

  private static Stream<JavaType> types(JavaMember member) {
    if (member instanceof JavaCodeUnit method) {
      return Stream.of(
              Stream.of(method.getReturnType()),
              method.getParameterTypes().stream(),
              method.getTypeParameters().stream()
                  .flatMap(variable -> variable.getBounds().stream()),
              method.getExceptionTypes().stream())
          .flatMap(types -> types);
    }
    return Stream.of(((JavaField) member).getType());
  }
}
